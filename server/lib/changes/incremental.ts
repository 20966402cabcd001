/**
 * Incremental reads, one way for all lists (docs/decisions/0128). A read begins with all rows or at a time, and goes on
 * along the changes of transactions that have ended; the list's own call presents the rows of each step (`among`).
 */
import { and, asc, eq, getTableName, gt, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { snakeCase } from '#shared/lib/casing.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { type PageMeta, pageMeta } from '#shared/lib/paging.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { type Context, companyOf } from '../context.ts'
import { reachConditionOf } from '../db/isolation.ts'
import { inIds } from '../db/searchIds.ts'
import { accessible } from '../registers/accessible.ts'
import { rightsOf } from '../security/rightsOf.ts'
import { fingerprintOf, type Position, readCursor, writeCursor } from './cursor.ts'
import { type Horizon, readHorizon } from './marks.ts'
import { changes } from './table.ts'

type Listed = PgTable & Record<'companyId', AnyPgColumn>

/** A list that can be read incrementally, as its feature declares it in `module.ts`. */
export type IncrementalList = {
  call: Endpoint
  /** Whose rows it shows; it is `tracked`. */
  table: Listed
  /** The column that the list knows its rows by, where it is not `id`. */
  id?: AnyPgColumn
  /** Of a list of what belongs to one row: the column that names that row, which the path's `id` is compared with. */
  of?: string
  /** Of records what they are about: where the company chose so, they are seen where that is now. */
  follows?: Listed[]
  /** Of what somebody sees who was given a part of it: the parts, and to whom each was given. */
  given?: { table: Listed; to: AnyPgColumn }
}

type Asked = { cursor?: string; updatedAfter?: string; page: number; perPage: number; [filter: string]: unknown }
type Item = { id: number }
type Answer = { data: Item[]; meta: PageMeta }

export const isIncremental = (input: object): input is Asked =>
  ('cursor' in input && input.cursor !== undefined) || ('updatedAfter' in input && input.updatedAfter !== undefined)

/** How many changes one step looks at, where few of them are of the row that is asked for. */
const maxLooked = 2_000

/**
 * Answers one step of an incremental read. `read` is the list's own call, asked for some ids; those that it does not
 * show are gone, and are named to readers who saw them before. Throws cursor_expired where a reader has to begin again.
 */
export async function readIncrementally(
  ctx: Context,
  list: IncrementalList,
  { cursor, updatedAfter, page: _, perPage, ...filters }: Asked,
  read: (ctx: Context, input: object) => Promise<Item[]>,
): Promise<Answer> {
  // What guests see ends with time, and no change says so.
  if (ctx.actor.isGuest) throw new Problem('forbidden')
  if (filters.search !== undefined) throw invalidField('search', 'not_incremental')
  const reader = new Reader(ctx, list, filters)
  const horizon = await readHorizon(ctx.db, updatedAfter)
  const from = cursor
    ? await reader.continued(readCursor(ctx.services.serverKey, cursor), horizon)
    : reader.begun(horizon)
  const step = from.isBeginning
    ? await reader.rowsBehind(from, perPage)
    : await reader.changesBehind(from, horizon.end, perPage)
  const shown = step.ids.length > 0 ? await read({ ...ctx, among: step.ids }, { ...filters, page: 1, perPage }) : []
  const seen = new Set(shown.map(({ id }) => id))
  const missing = from.isBeginning ? [] : step.ids.filter(id => !seen.has(id))
  return {
    data: shown,
    meta: {
      ...pageMeta({ page: 1, perPage }, shown.length, shown.length),
      cursor: writeCursor(ctx.services.serverKey, step.position),
      has_more: step.hasMore,
      gone: missing.length > 0 ? await reader.seenBefore(missing, from) : [],
    },
  }
}

type Step = { ids: number[]; position: Position; hasMore: boolean }

/** Goes along the changes of one list for one reader. */
class Reader {
  readonly #ctx: Context
  readonly #list: IncrementalList
  readonly #filters: Record<string, unknown>
  readonly #companyId: number
  readonly #kind: string
  readonly #idColumn: AnyPgColumn

  constructor(ctx: Context, list: IncrementalList, filters: Record<string, unknown>) {
    this.#ctx = ctx
    this.#list = list
    this.#filters = filters
    this.#companyId = companyOf(ctx)
    this.#kind = getTableName(list.table)
    this.#idColumn = list.id ?? columnOf(list.table, 'id')
  }

  /** Where a read begins: at the changes since a time, or with all rows where these are not known any more. */
  begun({ epoch, end, since }: Horizon): Position {
    return { epoch, ...this.#reader(), transaction: since ?? end, rowId: 0, isBeginning: since === null }
  }

  /** Where a cursor goes on. Throws cursor_expired for one of other rights, another counting, or too long ago. */
  async continued(position: Position, { epoch, next, oldest }: Horizon): Promise<Position> {
    const { of, rights } = this.#reader()
    if (position.of !== of) throw invalidField('cursor', 'of_another_list')
    const at = BigInt(position.transaction)
    // A database of which an older copy was put back has not come so far.
    const isKnown = position.epoch === epoch && at >= BigInt(oldest) && at <= BigInt(next)
    if (
      !isKnown ||
      position.rights !== rights ||
      (await this.#subjectsMoved(position)) ||
      (await this.#wasGiven(position))
    )
      throw new Problem('cursor_expired')
    return position
  }

  #reader(): Pick<Position, 'of' | 'rights'> {
    const { actor } = this.#ctx
    const { method, path } = this.#list.call
    const sight = [rightsOf(actor), actor.id, actor.site]
    return { of: fingerprintOf([this.#companyId, method, path, this.#filters]), rights: fingerprintOf(sight) }
  }

  /** The next rows in the order of their ids; behind the last of them follow the changes since the beginning. */
  async rowsBehind(from: Position, most: number): Promise<Step> {
    const rows = await this.#ctx.db
      .select({ id: this.#idColumn })
      .from(this.#list.table as PgTable)
      .where(and(this.#owned(), gt(this.#idColumn, from.rowId)))
      .orderBy(asc(this.#idColumn))
      .limit(most)
    const ids = rows.map(({ id }) => id as number)
    const isEnd = ids.length < most
    return { ids, position: { ...from, rowId: isEnd ? 0 : (ids.at(-1) ?? 0), isBeginning: !isEnd }, hasMore: true }
  }

  /** The next rows that transactions which have ended changed. */
  async changesBehind(from: Position, end: string, most: number): Promise<Step> {
    const { of } = this.#list
    const looked = this.#ctx.db
      .select({ transaction: changes.transaction, rowId: changes.rowId, before: changes.before })
      .from(changes)
      .where(
        and(
          ...[eq(changes.companyId, this.#companyId), eq(changes.kind, this.#kind)],
          sql`(${changes.transaction}, ${changes.rowId}) > (${from.transaction}::bigint, ${from.rowId}::int)`,
          sql`${changes.transaction} < ${end}::bigint`,
        ),
      )
      .orderBy(asc(changes.transaction), asc(changes.rowId))
      .limit(of ? maxLooked : most)
      .as('looked')
    const rows = await this.#ctx.db
      .select({
        transaction: sql<string>`${looked.transaction}::text`,
        rowId: looked.rowId,
        isOf: of ? this.#isOf(looked.rowId, looked.before, of) : sql<boolean>`true`,
      })
      .from(looked)
      .orderBy(asc(looked.transaction), asc(looked.rowId))
    const ids = new Set<number>()
    let position = from
    let count = 0
    for (const { transaction, rowId, isOf } of rows) {
      if (isOf && ids.size === most && !ids.has(rowId)) break
      if (isOf) ids.add(rowId)
      position = { ...from, transaction, rowId, isBeginning: false }
      count++
    }
    // A reader who saw all comes back to where everything below has ended.
    const hasMore = count < rows.length || rows.length === (of ? maxLooked : most)
    const isBehind = BigInt(from.transaction) > BigInt(end)
    const last = isBehind ? from : { ...from, transaction: end, rowId: 0 }
    return { ids: [...ids], position: hasMore ? position : last, hasMore }
  }

  /**
   * Of rows that the list does not show those that the reader may know of: they see them still, as by another filter,
   * or saw them as they were at some moment since the cursor.
   */
  async seenBefore(ids: number[], from: Position): Promise<number[]> {
    if (this.#list.of || this.#seesAll()) return ids
    const still = await this.#ctx.db
      .select({ id: this.#idColumn })
      .from(this.#list.table as PgTable)
      .where(and(this.#owned(), inIds(this.#idColumn, ids), this.#readable()))
    const known = new Set(still.map(({ id }) => id as number))
    for (const id of await this.#seenIn(this.#list.table, from.transaction, this.#readable(), ids)) known.add(id)
    return ids.filter(id => known.has(id))
  }

  /** Rows of a table that were changed since, and that the reader saw as they were before. */
  async #seenIn(table: Listed, since: string, rules: SQL | undefined, ids?: number[]): Promise<number[]> {
    const name = getTableName(table)
    const key = table === this.#list.table ? this.#idColumn : columnOf(table, 'id')
    const before = this.#ctx.db
      .select({ rowId: changes.rowId, before: changes.before })
      .from(changes)
      .where(
        and(
          ...[eq(changes.companyId, this.#companyId), eq(changes.kind, name), isNotNull(changes.before)],
          sql`${changes.transaction} >= ${since}::bigint`,
          ids && inIds(changes.rowId, ids),
        ),
      )
    // The rules and the reach name the table's own columns, so the states from before bear its name.
    const states = sql`(select state.* from (${before}) change, jsonb_populate_record(null::${sql.identifier(name)},
      change.before || jsonb_build_object(${snakeCase(key.name)}::text, change.row_id,
        'company_id', ${this.#companyId}::int)) state)`
    const reach = this.#isNarrowed() ? reachConditionOf(table) : undefined
    const { rows } = await this.#ctx.db.execute<{ id: number }>(sql`
      select distinct ${key} as id from ${states} ${sql.identifier(name)}
      where ${rules ?? sql`true`} and ${reach ? sql.raw(`(${reach})`) : sql`true`}`)
    return rows.map(({ id }) => id)
  }

  /**
   * Whether an animal or a group that the reader saw or sees went elsewhere: its records went with it, and nothing was
   * written of these.
   */
  async #subjectsMoved({ transaction }: Position): Promise<boolean> {
    const { follows = [] } = this.#list
    if ((this.#ctx.actor.site ?? this.#ctx.actor.reach)?.historiesStay !== false) return false
    for (const table of follows) {
      const [moved] = await this.#ctx.db
        .select({ id: changes.rowId })
        .from(changes)
        .innerJoin(
          table as PgTable,
          and(eq(table.companyId, changes.companyId), eq(columnOf(table, 'id'), changes.rowId)),
        )
        .where(
          and(
            ...[eq(changes.companyId, this.#companyId), eq(changes.kind, getTableName(table))],
            ...[isNotNull(changes.before), sql`${changes.transaction} >= ${transaction}::bigint`],
          ),
        )
        .limit(1)
      if (moved || (await this.#seenIn(table, transaction, undefined)).length > 0) return true
    }
    return false
  }

  /** Whether a reader of a part of the company was given something, which shows more without a write. */
  async #wasGiven({ transaction }: Position): Promise<boolean> {
    const { given } = this.#list
    if (!given || !this.#isNarrowed() || this.#ctx.actor.isKey) return false
    const { table, to } = given
    const [found] = await this.#ctx.db
      .select({ id: changes.rowId })
      .from(changes)
      .innerJoin(
        table as PgTable,
        and(eq(table.companyId, changes.companyId), eq(columnOf(table, 'id'), changes.rowId)),
      )
      .where(
        and(
          ...[eq(changes.companyId, this.#companyId), eq(changes.kind, getTableName(table))],
          ...[eq(to, this.#ctx.actor.id), sql`${changes.transaction} >= ${transaction}::bigint`],
        ),
      )
      .limit(1)
    return found !== undefined
  }

  #isNarrowed(): boolean {
    return (this.#ctx.actor.site ?? this.#ctx.actor.reach) !== null
  }

  /** Whether the reader sees all rows of the table: then every change may be told. */
  #seesAll(): boolean {
    if (this.#isNarrowed()) return false
    const rules = this.#rules()
    return (
      rules.every(({ inverted }) => !inverted) &&
      rules.some(({ conditions }) => Object.keys(conditions ?? {}).every(field => field === 'companyId'))
    )
  }

  #rules() {
    const { access } = this.#list.call
    if (typeof access === 'string') throw new Error('A list that is read incrementally needs a right.')
    return this.#ctx.ability.rulesFor(access[0], access[1])
  }

  /** The rules of the list about its rows. Of people a table of memberships says who is there. */
  #readable(): SQL | undefined {
    const { access } = this.#list.call
    return typeof access === 'string'
      ? undefined
      : accessible(this.#ctx.ability, access[0], access[1], this.#list.table)
  }

  /** The rows of the company, or of the one row that the path names. */
  #owned(): SQL | undefined {
    const { table, of } = this.#list
    const ofRow = of && eq(columnOf(table, of), this.#filters.id)
    return and(eq(table.companyId, this.#companyId), ofRow || undefined)
  }

  /** Whether a changed row belongs to the row that the path names, or did before. */
  #isOf(rowId: AnyPgColumn | SQL, before: AnyPgColumn | SQL, of: string): SQL<boolean> {
    const { table } = this.#list
    const column = columnOf(table, of)
    const owner = sql`(${before} ->> ${snakeCase(column.name)})::int`
    return sql<boolean>`(coalesce(${owner} = ${this.#filters.id}, false) or exists (
      select from ${table} where ${this.#owned()} and ${this.#idColumn} = ${rowId}))`
  }
}

function columnOf(table: PgTable, name: string): AnyPgColumn {
  const column = (table as unknown as Record<string, AnyPgColumn | undefined>)[name]
  if (!column) throw new Error(`${getTableName(table)} has no column ${name}.`)
  return column
}
