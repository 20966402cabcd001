import { submissions } from '#shared/submissions/contract.ts'
import { routes } from '../lib/http/routes.ts'
import { attachFile, removeSubmission, restoreSubmission, saveDraft } from './commands.ts'
import { completeSubmission } from './complete.ts'
import { beginSubmission } from './create.ts'
import { submissionPdf } from './document/pdf.ts'
import { completeFollowUp } from './followUps/complete.ts'
import { importSubmission } from './importing.ts'
import { presentDetail } from './present.ts'
import { previousSubmission } from './previous.ts'
import { accessSubmission, listSubmissions } from './queries.ts'

export const submissionRoutes = routes(submissions, {
  list: (query, ctx) => listSubmissions(ctx, query),
  create: (beginning, ctx) => beginSubmission(ctx, beginning),
  import: (copy, ctx) => importSubmission(ctx, copy),
  get: async ({ id }, ctx) => presentDetail(ctx, await accessSubmission(ctx, id, 'read')),
  previous: async ({ id }, ctx) => previousSubmission(ctx, await accessSubmission(ctx, id, 'read')),
  update: async ({ id, ...changes }, ctx) => saveDraft(ctx, await accessSubmission(ctx, id, 'update'), changes),
  complete: async ({ id, ...completion }, ctx) => {
    const submission = await accessSubmission(ctx, id, 'update')
    const complete = submission.followsId === null ? completeSubmission : completeFollowUp
    return complete(ctx, submission, completion)
  },
  attach: async ({ id, ...file }, ctx) => attachFile(ctx, await accessSubmission(ctx, id, 'update'), file),
  remove: async ({ id }, ctx) => {
    await removeSubmission(ctx, await accessSubmission(ctx, id, 'delete'))
    return null
  },
  restore: async ({ id }, ctx) => restoreSubmission(ctx, await accessSubmission(ctx, id, 'delete')),
  pdf: async ({ id }, ctx) => submissionPdf(ctx, await accessSubmission(ctx, id, 'read')),
})
