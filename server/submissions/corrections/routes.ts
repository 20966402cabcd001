import { corrections } from '#shared/submissions/corrections.ts'
import { routes } from '../../lib/http/routes.ts'
import { accessSubmission } from '../queries.ts'
import { accessDiscussed } from '../reviews/queries.ts'
import { correctSubmission } from './correct.ts'
import { listVersions } from './versions.ts'

export const correctionRoutes = routes(corrections, {
  correct: async ({ id, ...correction }, ctx) =>
    correctSubmission(ctx, await accessSubmission(ctx, id, 'correct'), correction),
  history: async ({ id, ...paging }, ctx) => listVersions(ctx, await accessDiscussed(ctx, id), paging),
})
