/**
 * The handlers of a register: one table, one subject, one presented form. What differs in a feature is spread and
 * overridden there.
 */
import { and, asc, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { normalizedIdentifier } from '#shared/lib/folding.ts'
import { Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { type Context, companyOf, permitted } from '../context.ts'
import { insertReturning } from '../db/prepared.ts'
import { type SearchedType, searchCondition } from '../db/searchIds.ts'
import { accessible } from './accessible.ts'
import { among, archivedOrNot, matching, orderBy, pageOf, selectPage, slice, totalOf } from './listing.ts'

/** Columns that every register's table has. */
export type RegisterTable = PgTable &
  Record<
    'id' | 'companyId' | 'name' | 'searchText' | 'revision' | 'createdAt' | 'updatedAt' | 'archivedAt',
    AnyPgColumn
  >

type Row = Record<string, unknown> & { id: number; revision: number }
type ListInput = {
  page: number
  perPage: number
  archived: boolean
  search?: string | undefined
  sort?: string | undefined
  /** Who walks through the whole list asks for what comes behind a row, by the ids alone; nothing is counted then. */
  behind?: number | undefined
}
type Stored<Table extends PgTable> = Table['$inferSelect']
type Identified = PgTable & Record<'id', AnyPgColumn>
type Revised = PgTable & Record<'id' | 'revision' | 'updatedAt', AnyPgColumn>

/** The row with this id if the actor may do this with it; a Problem that does not tell which otherwise. */
export async function accessRow<Table extends Identified>(
  ctx: Context,
  table: Table,
  subject: string,
  id: number,
  action: string,
): Promise<Stored<Table>> {
  const [row] = await ctx.db
    .select()
    .from(table as PgTable)
    .where(eq(table.id, id))
  return permitted(ctx, action, subject, row) as Stored<Table>
}

type Revising<Table extends PgTable> = {
  /** The revision that the person saw; without it the row's own. */
  expected?: number | undefined
  /** The row as the call's answer declares it, for the refusal of a stale revision. */
  present: (row: Stored<Table>) => unknown
}

/** Changes a row that people edit: counts the revision, and refuses a stale one with the row as it is now. */
export async function reviseStored<Table extends Revised>(
  ctx: Context,
  table: Table,
  row: Stored<Table>,
  changes: object,
  { expected, present }: Revising<Table>,
): Promise<Stored<Table>> {
  const { id, revision } = row as Row
  const [changed] = await ctx.db
    .update(table as PgTable)
    .set({ ...changes, revision: sql`${table.revision} + 1`, updatedAt: ctx.now })
    .where(and(eq(table.id, id), eq(table.revision, expected ?? revision)))
    .returning()
  if (changed) return changed as Stored<Table>
  const [current] = await ctx.db
    .select()
    .from(table as PgTable)
    .where(eq(table.id, id))
  throw new Problem('stale_revision', { data: await present(current as Stored<Table>) })
}

/** Changes a row as `reviseStored` does, and returns it presented. */
export async function reviseRow<Table extends Revised, Item>(
  ctx: Context,
  table: Table,
  row: Stored<Table>,
  changes: object,
  present: (row: Stored<Table>) => Item | Promise<Item>,
  expected?: number,
): Promise<Item> {
  return present(await reviseStored(ctx, table, row, changes, { expected, present }))
}

/**
 * Leaves an identifier as it is stored where a change repeats it in its normalised form, because that form may belong
 * to another row.
 */
function keepEquivalentIdentifiers(row: object, changes: object): object {
  const before = row as Record<string, unknown>
  const same = Object.entries(changes).filter(([key, value]) => {
    const stored = before[key]
    return (
      uniqueIdentifiers.includes(key) &&
      typeof stored === 'string' &&
      typeof value === 'string' &&
      normalizedIdentifier(stored) === value
    )
  })
  return { ...changes, ...Object.fromEntries(same.map(([key]) => [key, before[key]])) }
}
const uniqueIdentifiers = ['identifier', 'plate']

/** `feature` is what it is searched as. */
export function register<Table extends RegisterTable, Item>(
  feature: SearchedType,
  table: Table,
  subject: string,
  present: (row: Stored<Table>) => Item,
) {
  const { searchText, ...columns } = getTableColumns(table) as Record<string, AnyPgColumn>
  const { identifier, otherIdentifiers } = columns
  /** All identifiers of a row without their separators, where it has several. */
  const bareIdentifiers = otherIdentifiers && sql`bare_identifiers(${identifier}, ${otherIdentifiers})`
  /** What somebody made of a row must be theirs to make: a role for cattle makes no pigs. */
  const requireOwn = (ctx: Context, action: string, row: Stored<Table>): Stored<Table> => {
    if (!allows(ctx.ability, action, subject, row)) throw new Problem('forbidden')
    return row
  }
  /** Many at once, in the order of the drafts: all of them, or with what is wrong with one none. */
  const createMany = async (drafts: object[], ctx: Context): Promise<Item[]> => {
    const companyId = companyOf(ctx)
    const drafted = drafts.map(draft => ({ ...draft, companyId }))
    if (drafted.length === 0) return []
    const [one] = drafted
    const rows =
      one && drafted.length === 1
        ? [await insertReturning(ctx.db, table as PgTable, one)]
        : await ctx.db
            .insert(table as PgTable)
            .values(drafted)
            .returning()
    return rows.map(row => present(requireOwn(ctx, 'create', row as Stored<Table>)))
  }
  /** Archives or restores a row also after a change by somebody else, because the call names no revision. */
  const setArchived = async (ctx: Context, id: number, archivedAt: Date | null): Promise<Item> => {
    await accessRow(ctx, table, subject, id, 'delete')
    const [changed] = await ctx.db
      .update(table as PgTable)
      .set({ archivedAt, revision: sql`${table.revision} + 1`, updatedAt: ctx.now })
      .where(eq(table.id, id))
      .returning()
    if (!changed) throw new Problem('not_found')
    return present(changed as Stored<Table>)
  }
  return {
    /** `also` is what a feature narrows its list by beside its columns. */
    list: async (
      { page, perPage, archived, search, sort, behind, ...filters }: ListInput & Record<string, unknown>,
      ctx: Context,
      also?: SQL,
    ) => {
      const { companyId } = ctx.actor
      const held = await searchCondition(ctx.db, feature, search, {
        id: table.id,
        text: table.searchText,
        bareIdentifiers,
      })
      const where = and(
        // Said beside the rules, which name it once for each of them: so the company's indexes serve every sort.
        companyId === null ? undefined : eq(table.companyId, companyId),
        accessible(ctx.ability, 'read', subject, table),
        archivedOrNot(table, archived),
        held.where,
        matching(table, filters),
        also,
        among(ctx, table.id),
        behind === undefined ? undefined : gt(table.id, behind),
      )
      const order = behind === undefined ? orderBy(table, sort, 'name', ctx.locale) : [asc(table.id)]
      const asked = { where, order, ...slice({ page, perPage }), isSelective: held.isWalked }
      const rows = selectPage(ctx.db, table, columns, asked)
      const totals = async () => (behind === undefined ? totalOf(ctx.db, table, where) : [{ total: 0 }])
      const paging = { page, perPage }
      const answer = await pageOf(paging, { rows, totals, present: row => present(row as unknown as Stored<Table>) })
      return held.isFirstFound ? { ...answer, meta: { ...answer.meta, is_first_found: true as const } } : answer
    },
    create: async (draft: object, ctx: Context) => (await createMany([draft], ctx))[0] as Item,
    createMany,
    get: async ({ id }: { id: number }, ctx: Context) => present(await accessRow(ctx, table, subject, id, 'read')),
    update: async ({ id, revision, ...changes }: { id: number; revision?: number | undefined }, ctx: Context) => {
      const row = await accessRow(ctx, table, subject, id, 'update')
      const changed = keepEquivalentIdentifiers(row, changes)
      return reviseRow(ctx, table, row, changed, now => present(requireOwn(ctx, 'update', now)), revision)
    },
    remove: async ({ id }: { id: number }, ctx: Context) => {
      await setArchived(ctx, id, ctx.now)
      return null
    },
    restore: ({ id }: { id: number }, ctx: Context) => setArchived(ctx, id, null),
  }
}
