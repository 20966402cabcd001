import { publicForms } from '#shared/public-links/publicForm.ts'
import { routes } from '../../lib/http/routes.ts'
import { showPublicForm } from '../../public-links/queries.ts'
import { attachAsVisitor } from './visitorFiles.ts'
import { submitAsVisitor } from './visitorSubmission.ts'

export const visitorRoutes = routes(publicForms, {
  get: (visit, ctx) => showPublicForm(ctx, visit),
  submit: (sent, ctx) => submitAsVisitor(ctx, sent),
  attach: (file, ctx) => attachAsVisitor(ctx, file),
})
