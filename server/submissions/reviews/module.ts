import { reviews } from '#shared/reviews/contract.ts'
import { type Handler, routes } from '../../lib/http/routes.ts'
import { on } from '../../lib/ports.ts'
import type { Module } from '../../module.ts'
import { submissionCompleted } from '../ports.ts'
import { accessSubmission } from '../queries.ts'
import { submissionComments } from '../table.ts'
import { accessDiscussed, commentOn, listComments, readersOf, reviewSubmission } from './commands.ts'
import { askForReview, corrected, mentioned, putRight, reviewed, toReview } from './notify.ts'

export const createReview: Handler<typeof reviews.review> = async ({ id, ...review }, ctx) =>
  reviewSubmission(ctx, await accessSubmission(ctx, id, 'review'), review)

export const getComments: Handler<typeof reviews.comments> = async ({ id, ...paging }, ctx) =>
  listComments(ctx, await accessDiscussed(ctx, id), paging)

export const createComment: Handler<typeof reviews.comment> = async ({ id, ...said }, ctx) =>
  commentOn(ctx, await accessDiscussed(ctx, id), said)

export const getReaders: Handler<typeof reviews.people> = async ({ id }, ctx) =>
  readersOf(ctx, await accessDiscussed(ctx, id))

const reviewRoutes = routes(reviews, {
  review: createReview,
  comments: getComments,
  comment: createComment,
  people: getReaders,
})

/** A form can name who reviews what was filled in. */
const reviewListeners = [on(submissionCompleted, (ctx, { submission }) => askForReview(ctx, submission))]

export const reviewsModule: Module = {
  routes: reviewRoutes,
  incremental: [{ call: reviews.comments, table: submissionComments, of: 'submissionId' }],
  listeners: reviewListeners,
  notifications: [toReview as never, reviewed as never, mentioned as never, putRight as never, corrected as never],
}
