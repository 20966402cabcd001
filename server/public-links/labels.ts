/** The labels of a link: an address for each row of the register that its question asks for. */
import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { labelQuestions } from '#shared/forms/public/publicDefinition.ts'
import type { LinkLabel } from '#shared/forms/public/publicLink.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import { directionOf } from '#shared/lib/language.ts'
import { maxLabels } from '#shared/lib/limits.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { registry, type SubjectType } from '#shared/subjects/registry.ts'
import { findCompany, logoPathForDocument } from '../companies/queries.ts'
import { printedAtOnce } from '../documents/commands.ts'
import type { PdfSource, Wanted } from '../documents/ports.ts'
import { accessForm, type FormRow, findPublished } from '../forms/queries.ts'
import type { Context } from '../lib/context.ts'
import { alphabetical } from '../lib/db/naturalOrder.ts'
import type { Database } from '../lib/db/pools.ts'
import { type LabelDocument, labelTemplate, qrCode } from '../lib/pdf/template.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { contains, type PageRequest, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { registers } from '../subjects/registers.ts'
import { accessLink, type LinkRow, labelToken } from './links.ts'

/** One page of them by name; none where the form does not ask that question any more. */
export async function listLabels(
  ctx: Context,
  form: FormRow,
  link: LinkRow,
  { search, ...paging }: PageRequest & { search?: string | undefined },
) {
  const type = await labelledBy(ctx, form, link)
  const table = registers[type ?? 'location']
  const where = type ? and(livingRows(ctx, form, type), contains(search, table.name)) : isNull(table.id)
  const { limit, offset } = slice(paging)
  return pageOf(paging, {
    rows: rowsOf(ctx, table, where).limit(limit).offset(offset),
    totals: totalOf(ctx.db, table, where),
    present: row => labelOf(ctx, link, row),
  })
}

/** The labels of these rows, by name; those that are not there are left out. */
async function labelsOf(ctx: Context, form: FormRow, link: LinkRow, ids: number[]): Promise<LinkLabel[]> {
  const type = await labelledBy(ctx, form, link)
  if (!type) return []
  const table = registers[type]
  const rows = await rowsOf(ctx, table, and(livingRows(ctx, form, type), inArray(table.id, ids)))
  return rows.map(row => labelOf(ctx, link, row))
}

/** The subjects of a link's labels, in the form as it is filled in now. */
async function labelledBy(
  { db }: Context,
  form: FormRow,
  { labelQuestion }: LinkRow,
): Promise<SubjectType | undefined> {
  const published = await findPublished(db, form)
  return published && labelQuestions(published.definition).find(({ id }) => id === labelQuestion)?.type
}

const livingRows = (ctx: Context, { companyId }: FormRow, type: SubjectType): SQL | undefined => {
  const table = registers[type]
  const mayRead = accessible(ctx.ability, 'read', registry[type].subject, table)
  return and(eq(table.companyId, companyId), isNull(table.archivedAt), mayRead)
}

const rowsOf = ({ db, locale }: Context, table: (typeof registers)[SubjectType], where: SQL | undefined) =>
  db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(where)
    .orderBy(asc(alphabetical(table.name, locale)), asc(table.id))

const labelOf = ({ services }: Context, link: LinkRow, { id, name }: { id: number; name: string }): LinkLabel => ({
  id,
  name,
  address: services.address(`/form/${link.formId}/public/${labelToken(services.serverKey, link, id)}`),
})

// Labels on paper, to be cut out and put up where they belong.

/** @throws 404 where none of these rows has a label, 422 for more than fit one print */
export const labelSheet = async (ctx: Context, form: FormRow, link: LinkRow, ids: number[]): Promise<FileAnswer> =>
  printedAtOnce(ctx, await labelSource(ctx, form, link, ids))

/** The same by the numbers of the form, a link and named rows. */
export async function labelsPdfSource(_: Database, wanted: Wanted & { ctx: Context }): Promise<PdfSource | null> {
  const { ctx, kind, recordId, publicLinkId, ids } = wanted
  if (kind !== 'labels') return null
  const form = await accessForm(ctx, recordId, 'update')
  if (publicLinkId === undefined) throw invalidField('public_link_id', 'required')
  return labelSource(ctx, form, await accessLink(ctx, form, publicLinkId), ids ?? [])
}

async function labelSource(
  ctx: Context,
  form: FormRow,
  link: LinkRow,
  ids: number[],
): Promise<PdfSource<LabelDocument>> {
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
