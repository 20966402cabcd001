/** The home of managers in one call, each part for readers with its right. */
import { z } from 'zod'
import { Finding } from '../findings/contract.ts'
import { contract } from '../lib/contract.ts'
import { Id } from '../lib/fields.ts'
import { PageMeta } from '../lib/paging.ts'
import { Submission } from '../submissions/contract.ts'
import { SentTask } from '../tasks/task.ts'

/** Total, counted as in lists. */
const Counted = PageMeta.pick({ total: true, total_is_lower_bound: true })

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
})
