/**
 * Exceptions of tenant isolation, which tables declare beside themselves and features list in their `module.ts`. Every
 * other table follows `isolation.sql`: one with a company shows that company's rows, and one without shows none.
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
