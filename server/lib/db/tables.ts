/** The kernel's own tables; nouns have theirs in `<noun>/table.ts`. */
import { customType, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { created } from './columns.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Secrets that all nodes share, made at the first start. */
export const platformSecrets = pgTable('platform_secrets', {
  name: text().primaryKey(),
  value: bytes().notNull(),
})

/** Answers of creating POSTs by the client's key, so that a repeated request creates nothing. Kept 30 days. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: integer().notNull(),
    key: uuid().notNull(),
    requestHash: text().notNull(),
    status: integer(),
    answer: jsonb(),
    createdAt: created(),
  },
  t => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_keys_created_at_idx').on(t.createdAt)],
)
