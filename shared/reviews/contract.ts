/** Reviews of submissions, and comments on them. */
import { z } from 'zod'
import { contract, page } from '../lib/contract.ts'
import { ById, Id, NamedRow, Revision, Time } from '../lib/fields.ts'
import { maxCommentLength } from '../lib/limits.ts'
import { Incremental, Paging } from '../lib/paging.ts'
import { Submission } from '../submissions/contract.ts'
import { reviewStates } from '../submissions/rules.ts'

export const SubmissionComment = z
  .object({
    id: Id,
    submission_id: Id,
    user_id: Id,
    user_name: z.string(),
    /** Text of a comment; of a review its reason, which may be empty. */
    text: z.string(),
    /** Result of the review; null for a comment. */
    review_state: z.enum(reviewStates).nullable(),
    /** Mentioned people. */
    mentions: z.array(Id),
    created_at: Time,
  })
  .meta({ id: 'SubmissionComment' })
export type SubmissionComment = z.infer<typeof SubmissionComment>

export const reviews = contract({
  review: {
    summary: 'Review a submission',
    description:
      'A rejection needs a reason; `received` withdraws a review. `reopen` gives these questions to the author ' +
      'as a task.',
    problems: ['submission_not_complete', 'nobody_to_ask'],
    method: 'POST',
    path: '/form/submission/:id/review',
    access: ['review', 'Submission'],
    input: ById.extend({
      state: z.enum(reviewStates),
      reason: z.string().trim().max(maxCommentLength).optional(),
      revision: Revision.optional(),
      /** Keys of disputed answers. */
      reopen: z.array(z.string().max(300)).min(1).max(200).optional(),
    }),
    returns: Submission,
  },
  comments: {
    summary: 'List the comments and reviews of a submission',
    description: 'The latest first. For readers of the submission who are no guests.',
    method: 'GET',
    path: '/form/submission/:id/comment',
    access: ['comment', 'Submission'],
    input: ById.extend({ ...Paging.pick({ page: true, per_page: true }).shape, ...Incremental.shape }),
    returns: page(SubmissionComment),
  },
  comment: {
    summary: 'Comment on a submission',
    description: 'People of `mentions` who may read the submission are notified; others are ignored.',
    method: 'POST',
    path: '/form/submission/:id/comment',
    access: ['comment', 'Submission'],
    input: ById.extend({
      text: z.string().trim().min(1).max(maxCommentLength),
      mentions: z.array(Id).max(50).optional(),
    }),
    returns: SubmissionComment,
    status: 201,
  },
  people: {
    summary: 'List who may read a submission',
    description: 'Those who can be mentioned in a comment on it, by name.',
    method: 'GET',
    path: '/form/submission/:id/reader',
    access: ['comment', 'Submission'],
    input: ById,
    returns: z.array(NamedRow),
  },
})
