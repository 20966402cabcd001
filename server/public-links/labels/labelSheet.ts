/** Labels on paper, to be cut out and put up where they belong. */

import type { FileAnswer } from '#shared/lib/contract.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import { directionOf } from '#shared/lib/language.ts'
import { maxLabels } from '#shared/lib/limits.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { findCompany, logoPathForDocument } from '../../companies/queries.ts'
import { printedAtOnce } from '../../documents/commands.ts'
import type { Paper, Wanted } from '../../documents/ports.ts'
import { accessForm, type FormRow } from '../../forms/queries.ts'
import type { Context } from '../../lib/context.ts'
import type { Database } from '../../lib/db/pools.ts'
import { type LabelDocument, labelTemplate } from '../../lib/pdf/labels/labelDocument.ts'
import { qrCode } from '../../lib/pdf/qrCode.ts'
import type { LinkRow } from '../addresses.ts'
import { accessLink } from '../links.ts'
import { labelsOf } from './labels.ts'

/** @throws 404 where none of these rows has a label, 422 for more than fit one print */
export const labelSheet = async (ctx: Context, form: FormRow, link: LinkRow, ids: number[]): Promise<FileAnswer> =>
  printedAtOnce(ctx, await labelPaper(ctx, form, link, ids))

/** The same for whoever asks by the number of the form, of a link and rows that they name. */
export async function paperOfLabels(_: Database, wanted: Wanted & { ctx: Context }): Promise<Paper | null> {
  const { ctx, kind, recordId, publicLinkId, ids } = wanted
  if (kind !== 'labels') return null
  const form = await accessForm(ctx, recordId, 'update')
  if (publicLinkId === undefined) throw invalidField('public_link_id', 'required')
  return labelPaper(ctx, form, await accessLink(ctx, form, publicLinkId), ids ?? [])
}

async function labelPaper(ctx: Context, form: FormRow, link: LinkRow, ids: number[]): Promise<Paper<LabelDocument>> {
  if (ids.length > maxLabels) throw invalidField('ids', 'too_many', { maximum: maxLabels })
  const [labels, company] = await Promise.all([labelsOf(ctx, form, link, ids), findCompany(ctx.db, form.companyId)])
  if (labels.length === 0) throw new Problem('not_found')
  const t = ctx.services.texts(ctx.locale)
  const name = textIn(form.name, ctx.locale, form.draft.default_language).text
  const data: LabelDocument = {
    language: ctx.locale,
    direction: directionOf(ctx.locale),
    title: name,
    company: company?.name ?? '',
    form: name,
    how: t('publicLink.notice.how'),
    pin: link.pinHash === null ? null : t('publicLink.notice.pin'),
    labels: labels.map(label => ({ name: label.name, ...qrCode(label.address) })),
  }
  return {
    ...{ kind: 'labels', companyId: form.companyId, recordId: form.id, template: labelTemplate, data },
    ...{ pictures: logoPathForDocument(company), filename: filenameOf(name, ' QR.pdf') },
  }
}
