import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { sealedRecords, sealKinds } from '#shared/sealing/contract.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { bytes, created, moment } from '../lib/db/columns.ts'
import { companyKey, ofCompany } from '../lib/db/companyColumns.ts'
import { appendOnly, readByAll } from '../lib/db/isolation.ts'
import type { MovedLink } from './movedSeals.ts'

/** The public keys of this tend, former ones too. The private ones are worked out (`lib/security/signing.ts`). */
export const signingKeys = pgTable(
  'signing_keys',
  {
    generation: integer().primaryKey(),
    publicKey: text().notNull(),
    fingerprint: text().notNull(),
    madeAt: created(),
  },
  t => [unique('signing_keys_fingerprint_key').on(t.fingerprint)],
)

/** Where the chain of a company ends. Its lock puts the links in order. */
export const sealHeads = pgTable('seal_heads', {
  companyId: integer()
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  position: integer().notNull(),
  hash: text().notNull(),
})

/**
 * The links of the chains. The record is named by its id and not referred to: the link outlives it. What a link seals
 * is kept as the very text that was hashed; both it and the salt go when the record is erased, and the link stays good.
 */
export const seals = pgTable(
  'seals',
  {
    ...ofCompany(companies),
    position: integer().notNull(),
    kind: text({ enum: sealKinds }).notNull(),
    recordType: text({ enum: sealedRecords }).notNull(),
    recordId: integer().notNull(),
    /**
     * Of a correction the version that it made, of a review the row that says it, of a report and its PDF which of its
     * results it is.
     */
    part: integer(),
    sealedAt: moment().notNull(),
    salt: text(),
    content: text(),
    contentHash: text().notNull(),
    previous: text().notNull(),
    keyGeneration: integer().notNull(),
    hash: text().notNull(),
    signature: text().notNull(),
    /** Of an exported document: the token by which its holder asks for it, and the SHA-256 of its file. */
    token: text(),
    fileSha256: text(),
    /** Of a link that came from another tend. */
    moved: jsonb().$type<MovedLink>(),
  },
  t => [
    unique('seals_position_key').on(t.companyId, t.position),
    unique('seals_token_key').on(t.token),
    index('seals_record_idx').on(t.companyId, t.recordType, t.recordId, t.position),
    index('seals_file_sha256_idx').on(t.fileSha256).where(sql`${t.fileSha256} is not null`),
    check('seals_content', sql`(${t.salt} is null) = (${t.content} is null)`),
  ],
)

/** What a time stamp authority (RFC 3161) said of a chain: that it saw this hash at that time. */
export const timeStamps = pgTable(
  'time_stamps',
  {
    ...ofCompany(companies),
    position: integer().notNull(),
    hash: text().notNull(),
    /** Its answer, as it came. */
    token: bytes().notNull(),
    stampedAt: moment().notNull(),
    authority: text().notNull(),
    createdAt: created(),
  },
  t => [unique('time_stamps_position_key').on(t.companyId, t.position)],
)

/**
 * Walks along a chain from its beginning: by somebody, or by tend at night. One that has no end was left, or goes on
 * the next night.
 */
export const sealChecks = pgTable(
  'seal_checks',
  {
    ...ofCompany(companies),
    /** Nobody for those of the night. */
    checkedBy: integer().references(() => users.id),
    beganAt: moment().notNull(),
    finishedAt: moment(),
    /** So far it went, and found so much that is not as it was sealed. */
    checkedTo: integer().notNull().default(0),
    found: integer().notNull().default(0),
  },
  t => [
    companyKey('seal_checks', t),
    index('seal_checks_checked_by_idx').on(t.checkedBy),
    index('seal_checks_began_at_idx').on(t.beganAt),
  ],
)

export type SealRow = typeof seals.$inferSelect

/** Only the job that erases takes salts and contents away. Every company checks seals with the keys. */
export const sealingIsolation = [appendOnly(seals), appendOnly(timeStamps), readByAll(signingKeys)]
