import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { bytes, created } from '../lib/db/columns.ts'
import { companyKey, ofCompany } from '../lib/db/companyColumns.ts'
import { DeferredForeignKeys } from '../lib/db/deferredForeignKeys.ts'
import { isSeen, withinReach } from '../lib/db/isolation.ts'

/** Where files point: those who own them say it, beside their own tables. */
export const fileReferences = new DeferredForeignKeys<'submissionId' | 'publicLinkId'>()

/**
 * What lies in the file store. A file belongs to the row that it was uploaded for, or for a while to nothing but its
 * sender.
 */
export const files = pgTable(
  'files',
  {
    ...ofCompany(companies),
    uuid: uuid().notNull(),
    /** Nobody where it came by the public link of a form. */
    userId: integer().references(() => users.id),
    publicLinkId: integer(),
    /** The uuid that its submission will have: it was sent before that. */
    waitingFor: uuid(),
    submissionId: integer(),
    questionId: text(),
    /** Below /storage/ and in the store; made by the server. */
    path: text().notNull().unique(),
    name: text().notNull(),
    contentType: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    /** Of the bytes as they were sent, before the picture was re-encoded. */
    sentSha256: text(),
    width: integer(),
    height: integer(),
    /**
     * What names it, where that is no submission: a kind of owner that a feature brings (`fileOwners` of its
     * module.ts).
     */
    ownedBy: text(),
    /** Of a picture: a few pixels of it as an address of data, and the small one in the store. */
    placeholder: text(),
    previewPath: text().unique(),
    createdAt: created(),
  },
  t => [
    companyKey('files', t),
    unique('files_uuid_key').on(t.companyId, t.uuid),
    index('files_submission_idx').on(t.companyId, t.submissionId),
    index('files_user_id_idx').on(t.userId),
    index('files_public_link_idx').on(t.companyId, t.publicLinkId, t.waitingFor),
    index('files_unnamed_idx').on(t.createdAt).where(sql`${t.submissionId} is null and ${t.ownedBy} is null`),
    ...fileReferences.of(t),
    check('files_one_origin', sql`num_nonnulls(${t.userId}, ${t.publicLinkId}) = 1`),
    check(
      'files_waiting',
      sql`${t.waitingFor} is null or (${t.publicLinkId} is not null and ${t.submissionId} is null)`,
    ),
  ],
)

/** How many bytes the files of a company have: the sum of its rows, which triggers keep (`server/migrations`). */
export const storedSizes = pgTable(
  'stored_sizes',
  { ...ofCompany(companies), bytes: bigint({ mode: 'number' }).notNull() },
  t => [index('stored_sizes_company_idx').on(t.companyId, t.id)],
)

/**
 * Pieces of files that are not here whole yet (docs/decisions/0048-files-in-pieces.md): one after the other, each where
 * those before it end.
 */
export const filePieces = pgTable(
  'file_pieces',
  {
    ...ofCompany(companies),
    userId: integer()
      .notNull()
      .references(() => users.id),
    uuid: uuid().notNull(),
    /** Where in the file it begins. */
    startsAt: integer().notNull(),
    size: integer().notNull(),
    content: bytes().notNull(),
    createdAt: created(),
  },
  t => [
    companyKey('file_pieces', t),
    unique('file_pieces_place_key').on(t.companyId, t.userId, t.uuid, t.startsAt),
    index('file_pieces_user_id_idx').on(t.userId),
    index('file_pieces_created_at_idx').on(t.createdAt),
    check('file_pieces_size', sql`${t.size} > 0 and octet_length(${t.content}) = ${t.size}`),
  ],
)

/** What belongs to other rows than submissions is asked of these rows (`fileOwners`). */
export const fileIsolation = [
  withinReach(files, `submission_id is null or user_id = {me} or ${isSeen('submission_id', 'submissions')}`),
]
