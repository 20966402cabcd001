import { reviews } from '#shared/reviews/contract.ts'
import { routes } from '../../lib/http/routes.ts'
import { accessSubmission } from '../queries.ts'
import { commentOn, reviewSubmission } from './commands.ts'
import { accessDiscussed, listComments, readersOf } from './queries.ts'

export const reviewRoutes = routes(reviews, {
  review: async ({ id, ...review }, ctx) => reviewSubmission(ctx, await accessSubmission(ctx, id, 'review'), review),
  comments: async ({ id, ...paging }, ctx) => listComments(ctx, await accessDiscussed(ctx, id), paging),
  comment: async ({ id, ...said }, ctx) => commentOn(ctx, await accessDiscussed(ctx, id), said),
  people: async ({ id }, ctx) => readersOf(ctx, await accessDiscussed(ctx, id)),
})
