import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { askedKinds, documentStates } from '#shared/documents/rules.ts'
import type { Locale } from '#shared/lib/language.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { created, moment } from '../lib/db/columns.ts'
import { ofCompany } from '../lib/db/companyColumns.ts'
import { withinReach } from '../lib/db/isolation.ts'

/** Data of the template, and paths of its pictures. */
export type ToPrint = {
  data: object
  pictures: Record<string, string>
  maxBytes?: number | undefined
  /** Hash of the template at that time: another release may need other data. */
  look?: string | undefined
  /** Content of the seal. */
  record?: object | undefined
}

/**
 * PDFs: what was wanted, how far it is, and where it lies until it is forgotten. The record is named by its number and
 * may be gone.
 */
export const documents = pgTable(
  'documents',
  {
    ...ofCompany(companies),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** By which rights it was asked for (`rightsOf`); null: before they were kept. */
    rights: text(),
    kind: text({ enum: askedKinds }).notNull(),
    recordId: integer(),
    version: integer(),
    locale: text().$type<Locale>().notNull(),
    /** SHA-256 over all that is printed but the moment: the same again is the same document. */
    inputHash: text().notNull(),
    /** Below the server's folder. */
    template: text().notNull(),
    /** Gone when it is made. */
    toPrint: jsonb().$type<ToPrint>(),
    filename: text().notNull(),
    isSealed: boolean().notNull(),
    /** Token of the QR code, by which a holder verifies the document. */
    token: text(),
    state: text({ enum: documentStates }).notNull().default('waiting'),
    /** The worker's token; another worker that takes over ends the first. */
    workedBy: uuid(),
    tries: integer().notNull().default(0),
    done: integer().notNull().default(0),
    total: integer().notNull(),
    /** In the file store; made by the server. */
    path: text(),
    sha256: text(),
    size: integer(),
    createdAt: created(),
    finishedAt: moment(),
    /** When it is forgotten, with its file. */
    expiresAt: moment().notNull(),
  },
  t => [
    index('documents_user_idx').on(t.companyId, t.userId, t.id),
    index('documents_user_id_idx').on(t.userId),
    index('documents_record_idx').on(t.companyId, t.kind, t.recordId),
    index('documents_input_idx').on(t.companyId, t.userId, t.inputHash),
    index('documents_expires_at_idx').on(t.expiresAt),
    unique('documents_token_key').on(t.token),
    unique('documents_path_key').on(t.path),
    check(
      'documents_ready',
      sql`(${t.state} = 'ready') = (${t.path} is not null)`.append(
        sql` and num_nonnulls(${t.path}, ${t.sha256}, ${t.size}) in (0, 3)`,
      ),
    ),
    check('documents_to_print', sql`(${t.state} in ('waiting', 'working')) = (${t.toPrint} is not null)`),
    check('documents_sealed', sql`${t.isSealed} = (${t.token} is not null)`),
  ],
)

export type DocumentRow = typeof documents.$inferSelect

/** What was printed for others may tell more. */
export const documentIsolation = [withinReach(documents, 'user_id = {me}')]
