/** Shapes that both sides of a case share: days, and never a moment. */
import { z } from 'zod'
import { contract, file, page } from '../lib/contract.ts'
import { ById, Day, Id, LocalizedText, NamedRow, Revision, Uuid } from '../lib/fields.ts'
import { locales } from '../lib/language.ts'
import { Paging } from '../lib/paging.ts'
import { caseStatuses, identities, messageKinds, readThings } from './rules.ts'

export const CaseFile = z
  .object({
    id: Id,
    /** A number with the file's extension; the name on the reporter's device is not stored. */
    name: z.string(),
    content_type: z.string(),
    size: z.int(),
    /** Question that it answers; null for a message. */
    question_id: z.string().nullable(),
  })
  .meta({ id: 'CaseFile' })
export type CaseFile = z.infer<typeof CaseFile>

/** A line of the report: a heading, or a question with its answer. */
export const CaseLine = z
  .object({
    is_heading: z.boolean(),
    question: z.string(),
    question_id: z.string().nullable(),
    answer: z.string().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'CaseLine' })
export type CaseLine = z.infer<typeof CaseLine>

/** State of a case, with the two deadlines of article 9(1)(b) and (f). */
export const caseState = {
  status: z.enum(caseStatuses),
  identity: z.enum(identities),
  received_on: Day,
  acknowledge_by: Day,
  acknowledged_on: Day.nullable(),
  answer_by: Day,
  answered_on: Day.nullable(),
}

/**
 * Cases for the people who handle them, behind a right of its own. Nothing tells more of a report's time than the day,
 * nor its order or author.
 */
export const Case = z
  .object({
    /** Random, so it tells nothing about the order. */
    id: Id,
    form_id: Id,
    form_name: LocalizedText,
    default_language: z.enum(locales),
    ...caseState,
    closed_on: Day.nullable(),
    /** Day from which it is erased (article 18(1)), set when it is closed. */
    erase_on: Day.nullable(),
    /** True while a message of the reporter is unread. */
    has_news: z.boolean(),
    revision: Revision,
  })
  .meta({ id: 'Case' })
export type Case = z.infer<typeof Case>

/** Readings and actions, by the day. */
export const CaseReading = z
  .object({ user: NamedRow, what: z.enum(readThings), on_day: Day, times: z.int() })
  .meta({ id: 'CaseReading' })
export type CaseReading = z.infer<typeof CaseReading>

export const CaseDetail = Case.extend({
  /** Contact as the reporter wrote it; null for an anonymous reporter. */
  contact: z.string().nullable(),
  /** Language of the reporter. */
  locale: z.enum(locales),
  has_returned: z.boolean(),
  lines: z.array(CaseLine),
  files: z.array(CaseFile),
  log: z.array(CaseReading),
}).meta({ id: 'CaseDetail' })
export type CaseDetail = z.infer<typeof CaseDetail>

export const CaseMessage = z
  .object({
    id: Id,
    kind: z.enum(messageKinds),
    text: z.string(),
    /** Null for the reporter. */
    by: NamedRow.nullable(),
    said_on: Day,
    files: z.array(CaseFile),
  })
  .meta({ id: 'CaseMessage' })
export type CaseMessage = z.infer<typeof CaseMessage>

const Counted = z.int().nullable()

/** Null for a group of fewer than five, and for figures that would reveal one. */
export const CaseReport = z
  .object({
    total: Counted,
    acknowledged_in_time: Counted,
    answered_in_time: Counted,
    returned: Counted,
    by_identity: z.object({ anonymous: Counted, confidential: Counted, open: Counted }),
  })
  .meta({ id: 'CaseReport' })
export type CaseReport = z.infer<typeof CaseReport>

const read = ['read', 'Case'] as const
const update = ['update', 'Case'] as const

export const cases = contract({
  list: {
    summary: 'List the cases',
    description: 'By day of receipt, the latest first, without an order within a day.',
    method: 'GET',
    path: '/case',
    access: read,
    input: Paging.pick({ page: true, per_page: true }).extend({
      status: z.enum(caseStatuses).optional(),
      identity: z.enum(identities).optional(),
      form_id: Id.optional(),
    }),
    returns: page(Case),
  },
  report: {
    summary: 'Count cases, deadlines met and reporters who returned',
    description: 'Groups below five are null. `year` is the year of receipt.',
    method: 'GET',
    path: '/case/report',
    access: read,
    input: z.object({ year: z.int().min(2000).max(2200).optional() }),
    returns: CaseReport,
  },
  get: {
    summary: 'Read a case',
    description: 'Each reader is recorded by day and listed in `log`.',
    method: 'GET',
    path: '/case/:id',
    access: read,
    input: ById,
    returns: CaseDetail,
  },
  update: {
    summary: 'Change the status of a case',
    description:
      'Every status after `received` acknowledges the case; `answered` and `closed` mean that the reporter ' +
      'has the answer. A closed case is erased at `erase_on`.',
    method: 'PUT',
    path: '/case/:id',
    access: update,
    // A report does not wait for a plan, and neither does its answer.
    afterPlanEnd: 'open',
    input: z.object({
      id: Id,
      status: z.enum(caseStatuses).optional(),
      erase_on: Day.optional(),
      revision: Revision.optional(),
    }),
    returns: CaseDetail,
  },
  pdf: {
    summary: 'Download a case as PDF',
    description: 'The report and its messages by day, without names and contact. The download is recorded.',
    method: 'GET',
    path: '/case/:id/pdf',
    access: read,
    input: ById,
    returns: file('application/pdf'),
  },
  messages: {
    summary: 'List the messages of a case',
    method: 'GET',
    path: '/case/:id/message',
    access: read,
    input: ById,
    returns: z.array(CaseMessage),
  },
  say: {
    summary: 'Answer the reporter, or keep a note',
    description: 'The reporter never sees notes. `uuid` is the device’s own: the same again is one message.',
    method: 'POST',
    path: '/case/:id/message',
    access: update,
    afterPlanEnd: 'open',
    input: z.object({
      id: Id,
      uuid: Uuid,
      kind: z.enum(['answer', 'note']),
      text: z.string().trim().min(1).max(20_000),
    }),
    returns: CaseMessage,
    status: 201,
  },
  file: {
    summary: 'Fetch a file of a case',
    description: 'Pictures are without metadata. Others are as they were sent, and may say who made them.',
    method: 'GET',
    path: '/case/:id/file/:case_file_id',
    access: read,
    input: z.object({ id: Id, case_file_id: Id }),
    returns: file('application/octet-stream'),
  },
})
