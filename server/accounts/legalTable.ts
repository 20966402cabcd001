import { index, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import type { LegalText } from '#shared/legal/contract.ts'
import { created } from '../lib/db/columns.ts'
import { users } from './table.ts'

/** Legal texts that admins published, by version. Before the first the texts that come with tend apply. */
export const legalVersions = pgTable(
  'legal_versions',
  {
    version: integer().primaryKey(),
    privacy: jsonb().$type<LegalText>().notNull(),
    terms: jsonb().$type<LegalText>().notNull(),
    publishedBy: integer().references(() => users.id, { onDelete: 'set null' }),
    publishedAt: created(),
    updatedAt: created(),
  },
  t => [index('legal_versions_published_by_idx').on(t.publishedBy)],
)
