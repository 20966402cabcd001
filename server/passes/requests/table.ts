/** Requests for evidence in passes, and what was said in each. */
import { sql } from 'drizzle-orm'
import { check, date, foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { passKinds, requestActions, requestStates } from '#shared/passes/rules.ts'
import { users } from '../../accounts/table.ts'
import { companies } from '../../companies/table.ts'
import { moment } from '../../lib/db/columns.ts'
import { companyKey, ofCompany, sameCompany } from '../../lib/db/companyColumns.ts'
import { appendOnly } from '../../lib/db/isolation.ts'
import { tasks } from '../../tasks/table.ts'
import { passes } from '../table.ts'

/** A file of an answer, as it was then. Its row may be erased since. */
export type AnswerFile = {
  id: number
  uuid: string
  path: string
  preview_path: string | null
  name: string
  content_type: string
  size: number
  sha256: string
}

export const passRequests = pgTable(
  'pass_requests',
  {
    ...ofCompany(companies),
    passId: integer().notNull(),
    /** Counted from 1 in each pass. */
    number: integer().notNull(),
    uuid: uuid().notNull(),
    dueOn: date().notNull(),
    /** The record that it is about. A record may go, and the request stays. */
    kind: text({ enum: passKinds }),
    recordId: integer(),
    state: text({ enum: requestStates }).notNull().default('open'),
    taskId: integer(),
  },
  t => [
    companyKey('pass_requests', t),
    unique('pass_requests_number_key').on(t.companyId, t.passId, t.number),
    unique('pass_requests_uuid_key').on(t.companyId, t.passId, t.uuid),
    index('pass_requests_task_idx').on(t.companyId, t.taskId),
    foreignKey({
      name: 'pass_requests_pass_id_fk',
      columns: [t.companyId, t.passId],
      foreignColumns: [passes.companyId, passes.id],
    }).onDelete('cascade'),
    sameCompany('pass_requests_task_id_fk', t, t.taskId, tasks),
    check('pass_requests_record', sql`(${t.kind} is null) = (${t.recordId} is null)`),
  ],
)

export const passRequestEntries = pgTable(
  'pass_request_entries',
  {
    ...ofCompany(companies),
    requestId: integer().notNull(),
    /** Made on the device, so that the same thing is written once. */
    uuid: uuid().notNull(),
    /** By the clock of the inspector's device, with its offset; none of the company's. */
    deviceTime: text(),
    at: moment().notNull(),
    action: text({ enum: requestActions }).notNull(),
    words: text().notNull().default(''),
    /** Who answered. */
    userId: integer().references(() => users.id),
    files: jsonb().$type<AnswerFile[]>().notNull().default([]),
    /** When the inspector first saw it. */
    seenAt: moment(),
  },
  t => [
    index('pass_request_entries_request_idx').on(t.companyId, t.requestId, t.id),
    unique('pass_request_entries_uuid_key').on(t.companyId, t.requestId, t.uuid),
    index('pass_request_entries_user_id_idx').on(t.userId),
    foreignKey({
      name: 'pass_request_entries_request_id_fk',
      columns: [t.companyId, t.requestId],
      foreignColumns: [passRequests.companyId, passRequests.id],
    }).onDelete('cascade'),
  ],
)

/** What was asked and answered is never changed. */
export const passRequestIsolation = [
  appendOnly(passRequests, 'state', 'taskId'),
  appendOnly(passRequestEntries, 'seenAt'),
]
