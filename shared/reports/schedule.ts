/** Schedule of a report that is mailed as PDF to members, each with their own rights and language. */
import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { ById, Id, NamedRow, Time } from '../lib/fields.ts'
import { rhythms } from './rules.ts'

const rhythm = {
  rhythm: z.enum(rhythms),
  /** Monday is 1; for `week` only. */
  weekday: z.int().min(1).max(7).default(1),
  /** For `month` only; a day that every month has. */
  month_day: z.int().min(1).max(28).default(1),
  /** By the company's clock. */
  hour: z.int().min(0).max(23).default(7),
}

export const ReportSchedule = z
  .object({
    ...rhythm,
    weekday: z.int(),
    month_day: z.int(),
    hour: z.int(),
    /** Members; those without the right to open the report get none. */
    recipient_ids: z.array(Id),
    next_at: Time,
    last_at: Time.nullable(),
  })
  .meta({ id: 'ReportSchedule' })
export type ReportSchedule = z.infer<typeof ReportSchedule>

const MailedReport = z
  .object({
    /** Null without recipients. */
    schedule: ReportSchedule.nullable(),
    /** People with the right to open the report and an address. */
    people: z.array(NamedRow),
  })
  .meta({ id: 'MailedReport' })
export type MailedReport = z.infer<typeof MailedReport>

export const reportSchedules = contract({
  get: {
    summary: 'Read when a report is mailed and to whom',
    method: 'GET',
    path: '/report/:id/schedule',
    access: ['update', 'Report'],
    input: ById,
    returns: MailedReport,
  },
  set: {
    summary: 'Have a report mailed regularly',
    description:
      'As PDF, to members who may open it: each gets what they may see of it, in their language. Their right is asked again at each sending.',
    method: 'PUT',
    path: '/report/:id/schedule',
    access: ['update', 'Report'],
    problems: ['not_while_acting'],
    input: ById.extend({ ...rhythm, recipient_ids: z.array(Id).min(1).max(50) }),
    returns: MailedReport,
  },
  end: {
    summary: 'Have a report mailed no more',
    method: 'DELETE',
    path: '/report/:id/schedule',
    access: ['update', 'Report'],
    afterPlanEnd: 'open',
    input: ById,
    returns: z.null(),
  },
})
