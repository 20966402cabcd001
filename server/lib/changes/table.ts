import { isNotNull } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { created, identity } from '../db/columns.ts'
import { isolated, readByAll } from '../db/isolation.ts'

/**
 * Which rows of lists changed, by the transaction that changed them: triggers write it (`tracked.ts`), incremental
 * reads go along it, a nightly job forgets. It holds no reference, because a write would pay for its check.
 */
export const changes = pgTable(
  'changes',
  {
    companyId: integer().notNull(),
    /** The table of the row. */
    kind: text().notNull(),
    /** `pg_current_xact_id`: numbers of transactions that are under way are above the horizon, and are not read yet. */
    transaction: bigint({ mode: 'bigint' }).notNull(),
    rowId: integer().notNull(),
    /** What decided who saw the row, as it was before, where that changed or the row was deleted. */
    before: jsonb().$type<Record<string, unknown>>(),
  },
  t => [
    primaryKey({ columns: [t.companyId, t.kind, t.transaction, t.rowId] }),
    // Few changes have a state before; whether one might be told to somebody is asked by the row.
    index('changes_row_idx').on(t.companyId, t.kind, t.rowId, t.transaction).where(isNotNull(t.before)),
    index('changes_transaction_idx').using('brin', t.transaction),
  ],
)

/**
 * The oldest transaction that was under way at a moment, noted each hour: who asks for what was written after it reads
 * from there on. The oldest mark says how far back changes are known.
 */
export const changeMarks = pgTable(
  'change_marks',
  {
    id: identity(),
    /** Of this database's counting. A database that is made again, as when a backup is restored, has another. */
    epoch: uuid().notNull(),
    transaction: bigint({ mode: 'bigint' }).notNull(),
    at: created(),
  },
  t => [index('change_marks_at_idx').on(t.at)],
)

/** Only triggers write changes. */
export const changeIsolation = [
  isolated(
    changes,
    `revoke update, delete on {table} from {app};
     drop policy tenant on {table};
     create policy tenant on {table} for select to {app}
       using (company_id = nullif(current_setting('app.company_id', true), '')::int);`,
  ),
  readByAll(changeMarks),
]
