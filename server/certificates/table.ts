import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import type { CertificateFile, EarlierCertificate } from '#shared/certificates/contract.ts'
import { certificateKinds, journeyClasses } from '#shared/certificates/rules.ts'
import { companies, members } from '../companies/table.ts'
import { tracked } from '../lib/changes/tracked.ts'
import { editable } from '../lib/db/columns.ts'
import { archivedIndex, companyKey, ofCompany, sameCompany } from '../lib/db/companyColumns.ts'
import { seenWith } from '../lib/db/isolation.ts'
import { vehicles } from '../vehicles/table.ts'

export type StoredCertificateFile = CertificateFile & { id: number }

export const papers = pgTable(
  'papers',
  {
    ...ofCompany(companies),
    /** Whose it is; the company's own where both are null. */
    vehicleId: integer(),
    holderId: integer(),
    kind: text({ enum: certificateKinds }).notNull(),
    number: text(),
    issuer: text(),
    journeyClass: text({ enum: journeyClasses }),
    issuedOn: date({ mode: 'string' }),
    validUntil: date({ mode: 'string' }),
    note: text(),
    /** Its scans (`files.ts`). */
    files: jsonb().$type<StoredCertificateFile[]>().notNull().default([]),
    /** Earlier versions, one for each renewal, the latest first. */
    earlier: jsonb().$type<EarlierCertificate[]>().notNull().default([]),
    /** Days before the end of the last notification; null again after the end was changed. */
    toldDays: smallint(),
    ...editable(),
  },
  t => [
    companyKey('papers', t),
    index('papers_end_idx').on(t.companyId, t.validUntil, t.id),
    index('papers_vehicle_idx').on(t.companyId, t.vehicleId, t.validUntil),
    index('papers_holder_idx').on(t.companyId, t.holderId, t.validUntil),
    index('papers_files_idx').using('gin', t.files.op('jsonb_path_ops')),
    index('papers_earlier_idx').using('gin', t.earlier.op('jsonb_path_ops')),
    // Those that end soon, of all companies.
    index('papers_due_idx').on(t.validUntil).where(sql`archived_at is null`),
    archivedIndex('papers', t),
    sameCompany('papers_vehicle_id_fk', t, t.vehicleId, vehicles),
    sameCompany('papers_holder_id_fk', t, t.holderId, members),
    check('papers_whose', sql`num_nonnulls(${t.vehicleId}, ${t.holderId}) <= 1`),
  ],
)

/** People's papers are theirs and the whole company's. */
export const certificateIsolation = [
  seenWith(papers, [['vehicle_id', vehicles]], 'holder_id = {me}'),
  tracked(papers, ['vehicleId', 'holderId']),
]
