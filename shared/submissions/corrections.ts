/** Corrections of completed submissions: with a reason, every version kept. */
import { z } from 'zod'
import { Answer, Answers } from '../forms/answers/answers.ts'
import { scoreBands } from '../forms/scoring/score.ts'
import { contract, page } from '../lib/contract.ts'
import { ById, Id, Revision, Time } from '../lib/fields.ts'
import { maxCommentLength } from '../lib/limits.ts'
import { Paging } from '../lib/paging.ts'
import { SubmissionDetail } from './contract.ts'

export const SubmissionVersion = z
  .object({
    number: z.int(),
    /** Author; null for a public link. */
    user_id: Id.nullable(),
    user_name: z.string(),
    made_at: Time,
    /** Reason of the correction; null for the completed version. */
    reason: z.string().nullable(),
    score_percent: z.number().nullable(),
    band: z.enum(scoreBands).nullable(),
    critical_failed: z.int(),
    /** Answers that differ from the previous version, by their keys; null for a missing one. */
    changes: z.array(z.object({ key: z.string(), before: Answer.nullable(), after: Answer.nullable() })),
  })
  .meta({ id: 'SubmissionVersion' })
export type SubmissionVersion = z.infer<typeof SubmissionVersion>

export const corrections = contract({
  correct: {
    summary: 'Correct a completed submission',
    description:
      'With a reason. What was there is kept as a version; score, states and findings follow what is ' +
      'answered now, and what was reviewed waits for a review again. The same answers change nothing.',
    problems: ['submission_not_complete'],
    method: 'POST',
    path: '/form/submission/:id/correct',
    access: ['correct', 'Submission'],
    input: ById.extend({
      answers: Answers,
      reason: z.string().trim().min(1).max(maxCommentLength),
      /** Version that is corrected, so that nobody overwrites a correction that they have not seen. */
      revision: Revision,
    }),
    returns: SubmissionDetail,
  },
  history: {
    summary: 'List the versions of a submission',
    description:
      'The latest first: who made it, when, why, and which answers differ. For whoever may read it, but for guests.',
    method: 'GET',
    path: '/form/submission/:id/history',
    access: ['comment', 'Submission'],
    input: ById.extend(Paging.pick({ page: true, per_page: true }).shape),
    returns: page(SubmissionVersion),
  },
})
