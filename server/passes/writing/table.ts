/** What inspectors write inside passes. It is never changed. */
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { severities } from '#shared/findings/rules.ts'
import { passKinds } from '#shared/passes/rules.ts'
import { companies } from '../../companies/table.ts'
import { files } from '../../files/table.ts'
import { moment } from '../../lib/db/columns.ts'
import { companyKey, ofCompany, sameCompany } from '../../lib/db/companyColumns.ts'
import { appendOnly } from '../../lib/db/isolation.ts'
import { tasks } from '../../tasks/table.ts'
import { passes } from '../table.ts'

const ofPass = () => ({
  ...ofCompany(companies),
  passId: integer().notNull(),
  /** Made on the device, so that the same thing is written once. */
  uuid: uuid().notNull(),
  /** By the clock of the device, with its offset. */
  deviceTime: text().notNull(),
  writtenAt: moment().notNull(),
})

const inPass = (name: string, t: Record<'companyId' | 'passId', AnyPgColumn>) =>
  foreignKey({
    name: `${name}_pass_id_fk`,
    columns: [t.companyId, t.passId],
    foreignColumns: [passes.companyId, passes.id],
  }).onDelete('cascade')

/** Findings of inspectors. Each has a corrective task. */
export const passFindings = pgTable(
  'pass_findings',
  {
    ...ofPass(),
    /** The record that it is about; null for the visit in general. A record may go, and the finding stays. */
    kind: text({ enum: passKinds }),
    recordId: integer(),
    /** Name of the location that it names, as it was called then. */
    location: text(),
    text: text().notNull(),
    severity: text({ enum: severities }).notNull(),
    dueOn: date().notNull(),
    taskId: integer(),
  },
  t => [
    companyKey('pass_findings', t),
    unique('pass_findings_uuid_key').on(t.companyId, t.passId, t.uuid),
    index('pass_findings_task_idx').on(t.companyId, t.taskId),
    inPass('pass_findings', t),
    sameCompany('pass_findings_task_id_fk', t, t.taskId, tasks),
    check('pass_findings_record', sql`(${t.kind} is null) = (${t.recordId} is null)`),
  ],
)

/** Photos of those. */
export const passFindingPhotos = pgTable(
  'pass_finding_photos',
  { ...ofCompany(companies), findingId: integer().notNull(), fileId: integer().notNull() },
  t => [
    index('pass_finding_photos_finding_idx').on(t.companyId, t.findingId),
    unique('pass_finding_photos_file_key').on(t.companyId, t.fileId),
    foreignKey({
      name: 'pass_finding_photos_finding_id_fk',
      columns: [t.companyId, t.findingId],
      foreignColumns: [passFindings.companyId, passFindings.id],
    }).onDelete('cascade'),
    sameCompany('pass_finding_photos_file_id_fk', t, t.fileId, files),
  ],
)

/** Records that inspectors picked by hand. Samples are in the log. */
export const passPicks = pgTable(
  'pass_picks',
  {
    ...ofPass(),
    kind: text({ enum: passKinds }).notNull(),
    recordId: integer().notNull(),
    reason: text().notNull(),
  },
  t => [unique('pass_picks_uuid_key').on(t.companyId, t.passId, t.uuid), inPass('pass_picks', t)],
)

/** Closing notes: one of a pass. */
export const passClosings = pgTable(
  'pass_closings',
  {
    ...ofPass(),
    text: text().notNull(),
    signedBy: text().notNull(),
    signatureId: integer().notNull(),
  },
  t => [
    unique('pass_closings_pass_key').on(t.companyId, t.passId),
    unique('pass_closings_file_key').on(t.companyId, t.signatureId),
    inPass('pass_closings', t),
    sameCompany('pass_closings_signature_id_fk', t, t.signatureId, files),
  ],
)

export const passWritingIsolation = [
  appendOnly(passFindings, 'taskId'),
  appendOnly(passFindingPhotos),
  appendOnly(passPicks),
  appendOnly(passClosings),
]
