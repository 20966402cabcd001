/** The home of managers in one call, each part for readers with its right. */
import { z } from 'zod'
import { Logo } from '../companies/contract.ts'
import { Finding } from '../findings/contract.ts'
import { contract } from '../lib/contract.ts'
import { Id } from '../lib/fields.ts'
import { PageMeta } from '../lib/paging.ts'
import { Submission } from '../submissions/contract.ts'
import { SentTask } from '../tasks/task.ts'

/** Total, counted as in lists. */
const Counted = PageMeta.pick({ total: true, total_is_lower_bound: true }).meta({ id: 'Counted' })

export const LatePerson = z
  .object({
    user_id: Id,
    user_name: z.string(),
    overdue: z.int().min(1),
    /** Longest waiting entry. */
    oldest: SentTask.pick({ id: true, title: true, titles: true, due_at: true }),
  })
  .meta({ id: 'LatePerson' })
export type LatePerson = z.infer<typeof LatePerson>

export const Today = z
  .object({
    /** All people's occurrences; null for readers without tasks. */
    tasks: z
      .object({
        open: Counted,
        overdue: Counted,
        done: Counted,
        skipped: Counted,
        /** People with overdue work that no open finding of the reader tells of, the longest waiting first. */
        late_people: z.array(LatePerson),
        /** Empty: findings tell of their tasks. A browser of an earlier version reads it. */
        corrective: Counted.extend({ data: z.array(SentTask) }),
      })
      .nullable(),
    /** Open findings, the worst and oldest first; null for readers without findings. */
    findings: Counted.extend({ data: z.array(Finding) }).nullable(),
    /** Latest rated submissions, the newest first; null for readers without submissions. */
    submissions: z.object({ has_completed: z.boolean(), rated: z.array(Submission) }).nullable(),
  })
  .meta({ id: 'Today' })
export type Today = z.infer<typeof Today>

/** Companies that one answer tells of. */
export const maxOtherCompanies = 10
/** Tasks of each that it names. */
export const maxTasksOfOther = 5

/** What waits for the caller in another of their companies, as its own Today tells it. */
export const OtherCompany = z
  .object({
    id: Id,
    name: z.string(),
    logo: Logo.nullable(),
    /** Clock of its days and due times. */
    time_zone: z.string(),
    /** It demands a second factor that the caller does not have: then everything below is null. */
    two_factor_due: z.boolean(),
    /** The own open tasks that have begun or begin today, the most urgent first. */
    tasks: Counted.extend({
      data: z.array(
        SentTask.pick({
          ...{ id: true, title: true, titles: true, priority: true, starts_at: true, due_at: true },
          ...{ is_completed: true, is_skipped: true, is_missed: true, subjects: true },
        }),
      ),
    }).nullable(),
    /** Guides that the caller still has to confirm. */
    guides: Counted.nullable(),
    /** Submissions that wait for a review of the caller. */
    reviews: Counted.nullable(),
    /** Open findings, for those who close them. */
    findings: Counted.nullable(),
  })
  .meta({ id: 'OtherCompany' })
export type OtherCompany = z.infer<typeof OtherCompany>

export const today = contract({
  get: {
    summary: 'Read the overview of today',
    description: 'Open findings with their corrective tasks, other overdue work, and trends.',
    method: 'GET',
    path: '/today',
    access: 'signed-in',
    bySite: true,
    input: z.object({}),
    returns: Today,
  },
  others: {
    summary: 'Read what is due in the other companies of the caller',
    description:
      'One entry per company in which the caller works and this session does not, with the rights and the reach ' +
      'there: at most ten, those of the latest sessions first; `more` counts the others.',
    method: 'GET',
    path: '/today/others',
    access: 'signed-in',
    isolation: 'platform',
    input: z.object({}),
    returns: z
      .object({ companies: z.array(OtherCompany).max(maxOtherCompanies), more: z.int() })
      .meta({ id: 'OtherCompanies' }),
    copied: 'dated',
  },
})
