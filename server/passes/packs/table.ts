import { isNotNull, sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Locale } from '#shared/lib/language.ts'
import { packStates } from '#shared/passes/rules.ts'
import { users } from '../../accounts/table.ts'
import { companies } from '../../companies/table.ts'
import { created, moment } from '../../lib/db/columns.ts'
import { ofCompany } from '../../lib/db/companyColumns.ts'
import { passes } from '../table.ts'

/** Packs of audit passes: the progress, and the file until it expires. */
export const passPacks = pgTable(
  'pass_packs',
  {
    ...ofCompany(companies),
    passId: integer().notNull(),
    /** Null: the holder of the pass. */
    createdBy: integer().references(() => users.id),
    locale: text().$type<Locale>().notNull(),
    state: text({ enum: packStates }).notNull().default('waiting'),
    /** The worker; another one that took it over ends the first. */
    workedBy: uuid(),
    tries: integer().notNull().default(0),
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    /** In the file store; made by the server. */
    path: text(),
    size: bigint({ mode: 'number' }),
    sha256: text(),
    createdAt: created(),
    /** When it is forgotten, with its file. */
    expiresAt: moment(),
  },
  t => [
    index('pass_packs_pass_idx').on(t.companyId, t.passId, t.id),
    index('pass_packs_created_by_idx').on(t.createdBy),
    index('pass_packs_path_idx').on(t.path).where(isNotNull(t.path)),
    index('pass_packs_expires_at_idx').on(t.expiresAt).where(isNotNull(t.expiresAt)),
    foreignKey({
      name: 'pass_packs_pass_id_fk',
      columns: [t.companyId, t.passId],
      foreignColumns: [passes.companyId, passes.id],
    }).onDelete('cascade'),
    check('pass_packs_ready', sql`(${t.state} = 'ready') = (${t.path} is not null)`),
  ],
)

export const packType = 'application/zip'

/** The name of a downloaded pack. It tells neither company nor holder nor content. */
export const nameOfPack = ({
  passId,
  id,
  createdAt,
}: Pick<typeof passPacks.$inferSelect, 'passId' | 'id' | 'createdAt'>): string =>
  `audit-pass-${passId}-${id} ${createdAt.toISOString().slice(0, 10)}.zip`
