/** The labels of a link: an address for each row of the register that its question asks for. */
import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { labelQuestions } from '#shared/forms/public/publicDefinition.ts'
import type { LinkLabel } from '#shared/forms/public/publicLink.ts'
import { registry, type SubjectType } from '#shared/subjects/registry.ts'
import { type FormRow, findPublished } from '../../forms/queries.ts'
import type { Context } from '../../lib/context.ts'
import { alphabetical } from '../../lib/db/naturalOrder.ts'
import { accessible } from '../../lib/registers/accessible.ts'
import { contains, type PageRequest, pageOf, slice, totalOf } from '../../lib/registers/listing.ts'
import { registers } from '../../subjects/registers.ts'
import { type LinkRow, labelToken } from '../addresses.ts'

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
export async function labelsOf(ctx: Context, form: FormRow, link: LinkRow, ids: number[]): Promise<LinkLabel[]> {
  const type = await labelledBy(ctx, form, link)
  if (!type) return []
  const table = registers[type]
  const rows = await rowsOf(ctx, table, and(livingRows(ctx, form, type), inArray(table.id, ids)))
  return rows.map(row => labelOf(ctx, link, row))
}

/** What the labels of a link stand for, in the form as it is filled in now. */
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
