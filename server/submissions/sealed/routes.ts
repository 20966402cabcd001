import { submissionSeals } from '#shared/sealing/contract.ts'
import { routes } from '../../lib/http/routes.ts'
import { recordSeal } from '../../sealing/queries.ts'
import { accessSubmission } from '../queries.ts'

export const sealRoutes = routes(submissionSeals, {
  get: async ({ id }, ctx) => {
    const { companyId } = await accessSubmission(ctx, id, 'read')
    return recordSeal(ctx, { companyId, recordType: 'submission', recordId: id })
  },
})
