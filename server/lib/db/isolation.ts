/**
 * Tenant isolation beyond `isolation.sql`, by which a table shows its company's rows and one without a company none:
 * who sees rows by their reach, and exceptions. Tables declare it beside themselves, features list it in `module.ts`.
 */
import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { snakeCase } from '#shared/lib/casing.ts'

/** Statements in which {app} is the login that serves companies. */
export type Isolation = { table: string; statements: string }

/** An exception in SQL, where `{table}` is the table. */
export function isolated(table: PgTable, statements: string): Isolation {
  const name = getTableName(table)
  return { table: name, statements: statements.replaceAll('{table}', name) }
}

/** Rows are added and never changed or deleted, except for these columns, which may be updated. */
export const appendOnly = <Table extends PgTable>(table: Table, ...columns: (keyof Table['$inferSelect'] & string)[]) =>
  isolated(
    table,
    [
      'revoke update, delete on {table} from {app};',
      ...columns.map(column => `grant update (${snakeCase(column)}) on {table} to {app};`),
    ].join('\n'),
  )

const setting = (name: string, type: string) =>
  `(select nullif(current_setting('app.${name}', true), '')::${type})::${type}`

/** The placeholders of a reach's condition, read from the connection's settings once a statement. */
const ofMember = {
  me: setting('user_id', 'int'),
  locations: setting('reach_locations', 'int[]'),
  groups: setting('reach_groups', 'int[]'),
  vehicles: setting('reach_vehicles', 'int[]'),
  places: setting('reach_places', 'text[]'),
  // An object finds a key by bisection, where `places && …` would compare each place with each.
  placeKeys: `(select jsonb_object(keys, keys)
    from (select nullif(current_setting('app.reach_places', true), '')::text[]) s(keys))`,
}

/**
 * Which rows members whose reach is part of the company see and write: `{locations}`, `{groups}`, `{vehicles}`,
 * `{places}` and `{placeKeys}` are what it holds, `{me}` is the member. A row that hangs on others asks whether these
 * are seen. Every table with a company declares this, or is listed as one that no reach narrows (`policies.test.ts`).
 */
export function withinReach(table: PgTable, condition: string): Isolation {
  const asked = condition.replaceAll(
    /\{(me|locations|groups|vehicles|places|placeKeys)\}/g,
    (_, name: keyof typeof ofMember) => ofMember[name],
  )
  reachConditions.set(getTableName(table), asked.replaceAll('{table}', getTableName(table)))
  return isolated(table, `create policy reach on {table} as restrictive to {narrowed} using (${asked});`)
}

const reachConditions = new Map<string, string>()

/** The condition of a table's policy, for rows that are not in the table any more; none where no reach narrows it. */
export const reachConditionOf = (table: PgTable): string | undefined => reachConditions.get(getTableName(table))

/** The row itself is seen where the row of `parent` is that one of its columns names. */
export const seenWith = (table: PgTable, parents: [column: string, parent: PgTable][], else_ = ''): Isolation =>
  withinReach(table, [...parents.map(([column, parent]) => isSeen(column, parent)), else_].filter(Boolean).join(' or '))

/** Condition: the row of `parent` that a column names is seen. */
export const isSeen = (column: string, parent: PgTable | string): string =>
  `exists (select from ${typeof parent === 'string' ? parent : getTableName(parent)} seen
     where seen.company_id = {table}.company_id and seen.id = {table}.${column})`

/**
 * Condition: all that a record is about was within the reach; and is there now, unless the company lets histories
 * stay. A task `perSubject` needs one of its subjects.
 */
export const withinStampedPlaces = (recordType: string, perSubject?: string): string => {
  const within = `${perSubject ?? 'array_length(places, 1) = 1'} or within_reach(places, {places})`
  const still = `still_within_reach('${recordType}', company_id, id, ${perSubject ?? 'false'}, {places})`
  return `({placeKeys} ?| places and (${within}) and ((select histories_stay()) or ${still}))`
}

/** Every company reads all rows and writes none. */
export const readByAll = (table: PgTable): Isolation =>
  isolated(
    table,
    `grant select on {table} to {app};
     create policy tenant on {table} for select to {app} using (true);`,
  )

/** Only sign-in and jobs use the table, although its rows have a company. */
export const closed = (table: PgTable): Isolation =>
  isolated(
    table,
    `revoke all on {table} from {app};
     drop policy tenant on {table};`,
  )
