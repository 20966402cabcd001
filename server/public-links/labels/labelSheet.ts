/** Labels on paper, to be cut out and put up where they belong. */
import type { FileAnswer } from '#shared/lib/contract.ts'
import { directionOf } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { mostLabels } from '#shared/lib/printedLabels.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { findCompany, logoForDocument } from '../../companies/queries.ts'
import type { FormRow } from '../../forms/queries.ts'
import type { Context } from '../../lib/context.ts'
import { companyOrPlace } from '../../lib/heavy/companyOrPlace.ts'
import { heavyWork } from '../../lib/heavy/heavyWork.ts'
import { type LabelDocument, labelTemplate } from '../../lib/pdf/labels/labelDocument.ts'
import { qrCode } from '../../lib/pdf/qrCode.ts'
import { renderPdf } from '../../lib/pdf/render.ts'
import { paperSeal } from '../../sealing/queries.ts'
import type { LinkRow } from '../addresses.ts'
import { labelsOf } from './labels.ts'

/** @throws 404 where none of these rows has a label, 422 for more than fit one print */
export async function labelSheet(ctx: Context, form: FormRow, link: LinkRow, ids: number[]): Promise<FileAnswer> {
  if (ids.length > mostLabels) throw invalidField('ids', 'too_many', { maximum: mostLabels })
  const [labels, company] = await Promise.all([labelsOf(ctx, form, link, ids), findCompany(ctx.db, form.companyId)])
  if (labels.length === 0) throw new Problem('not_found')
  const t = ctx.services.texts(ctx.locale)
  const name = textIn(form.name, ctx.locale, form.draft.default_language).text
  const document: LabelDocument = {
    language: ctx.locale,
    direction: directionOf(ctx.locale),
    title: name,
    company: company?.name ?? '',
    form: name,
    how: t('publicLink.notice.how'),
    pin: link.pinHash === null ? null : t('publicLink.notice.pin'),
    labels: labels.map(label => ({ name: label.name, ...qrCode(label.address) })),
  }
  const seal = await paperSeal(ctx.db, ctx.services, { locale: ctx.locale })
  const whose = companyOrPlace(ctx.actor, ctx.ip)
  return async () => ({
    content: await heavyWork('document', whose, async () =>
      renderPdf(labelTemplate, document, await logoForDocument(ctx.services.storage, company), seal),
    ),
    filename: `${name.replace(/[\p{Cc}/\\:*?"<>|]/gu, ' ').trim()} QR.pdf`,
  })
}
