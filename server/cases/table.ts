/**
 * Cases of reporting channels: no user, address, time of day or serial number is stored, and ids are random.
 * PostgreSQL's own traces of the writing order (xmin, row position) are not hidden.
 */
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { caseStatuses, identities, messageKinds, readThings } from '#shared/cases/rules.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { locales } from '#shared/lib/language.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { forms, formVersions } from '../forms/table.ts'
import { bytes } from '../lib/db/columns.ts'
import { companyKey, sameCompany } from '../lib/db/companyColumns.ts'

const drawn = () => integer().primaryKey()
const company = () =>
  integer()
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' })
const user = () => integer().references(() => users.id)

export const cases = pgTable(
  'cases',
  {
    id: drawn(),
    companyId: company(),
    formId: integer().notNull(),
    formVersionId: integer().notNull(),
    identity: text({ enum: identities }).notNull(),
    contact: text(),
    /** In which the reporter reads; the days of a case are those of the company. */
    locale: text({ enum: locales as ['en', 'hu', 'de', 'fr', 'ar'] }).notNull(),
    answers: jsonb().$type<Answers>().notNull(),
    status: text({ enum: caseStatuses }).notNull().default('received'),
    /** Finds the case of a code; worked out with the server's key. */
    lookup: text().notNull().unique(),
    codeHash: text().notNull(),
    receivedOn: date().notNull(),
    acknowledgedOn: date(),
    answeredOn: date(),
    closedOn: date(),
    eraseOn: date(),
    /** Whether the reporter returned at least once. */
    hasReturned: boolean().notNull().default(false),
    /** The reporter said something that nobody has read, and of which nobody was told. */
    hasNews: boolean().notNull().default(true),
    isUntold: boolean().notNull().default(true),
    revision: integer().notNull().default(1),
  },
  t => [
    companyKey('cases', t),
    index('cases_list_idx').on(t.companyId, t.receivedOn, t.id),
    index('cases_status_idx').on(t.companyId, t.status, t.receivedOn),
    index('cases_form_id_idx').on(t.companyId, t.formId),
    index('cases_form_version_id_idx').on(t.companyId, t.formVersionId),
    index('cases_erase_on_idx').on(t.eraseOn).where(sql`${t.eraseOn} is not null`),
    sameCompany('cases_form_id_fk', t, t.formId, forms),
    sameCompany('cases_form_version_id_fk', t, t.formVersionId, formVersions),
    check('cases_contact', sql`${t.identity} <> 'anonymous' or ${t.contact} is null`),
  ],
)

export const caseMessages = pgTable(
  'case_messages',
  {
    id: drawn(),
    companyId: company(),
    caseId: integer().notNull(),
    /** Within the case alone. */
    position: integer().notNull(),
    kind: text({ enum: messageKinds }).notNull(),
    /** The handler; null where the reporter wrote it. */
    userId: user(),
    uuid: uuid().notNull(),
    text: text().notNull(),
    saidOn: date().notNull(),
  },
  t => [
    companyKey('case_messages', t),
    unique('case_messages_position_key').on(t.companyId, t.caseId, t.position),
    unique('case_messages_uuid_key').on(t.companyId, t.caseId, t.uuid),
    index('case_messages_user_id_idx').on(t.userId),
    sameCompany('case_messages_case_id_fk', t, t.caseId, cases).onDelete('cascade'),
    check('case_messages_author', sql`(${t.kind} = 'reporter') = (${t.userId} is null)`),
  ],
)

/** In the row itself: what lies in the file store says when it was written. */
export const caseFiles = pgTable(
  'case_files',
  {
    id: drawn(),
    companyId: company(),
    caseId: integer().notNull(),
    messageId: integer(),
    questionId: text(),
    uuid: uuid().notNull(),
    position: integer().notNull(),
    contentType: text().notNull(),
    extension: text().notNull(),
    size: integer().notNull(),
    content: bytes().notNull(),
  },
  t => [
    companyKey('case_files', t),
    unique('case_files_uuid_key').on(t.companyId, t.caseId, t.uuid),
    index('case_files_message_id_idx').on(t.companyId, t.messageId),
    sameCompany('case_files_case_id_fk', t, t.caseId, cases).onDelete('cascade'),
    sameCompany('case_files_message_id_fk', t, t.messageId, caseMessages).onDelete('cascade'),
  ],
)

/** Who read or changed a case, once a day. */
export const caseReadings = pgTable(
  'case_readings',
  {
    companyId: company(),
    caseId: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    what: text({ enum: readThings }).notNull(),
    onDay: date().notNull(),
    times: integer().notNull().default(1),
  },
  t => [
    primaryKey({ columns: [t.companyId, t.caseId, t.userId, t.what, t.onDay] }),
    index('case_readings_user_id_idx').on(t.userId),
    sameCompany('case_readings_case_id_fk', t, t.caseId, cases).onDelete('cascade'),
  ],
)
