import { forms } from '#shared/forms/contract.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { routes } from '../lib/routes.ts'
import { archiveForm, createForm, publishForm, restoreForm, updateForm } from './commands.ts'
import { accessForm, listForms, presentForm } from './queries.ts'
import { listTemplates } from './templates.ts'

export const formRoutes = routes(forms, {
  list: (query, ctx) => listForms(ctx, query),
  templates: () =>
    listTemplates().map(template => ({ ...template, question_count: questionsOf(template.definition).length })),
  create: (draft, ctx) => createForm(ctx, draft),
  get: async ({ id }, ctx) => presentForm(ctx, await accessForm(ctx, id, 'read')),
  update: async ({ id, revision, ...changes }, ctx) =>
    updateForm(ctx, await accessForm(ctx, id, 'update'), changes, revision),
  publish: async ({ id, revision }, ctx) => publishForm(ctx, await accessForm(ctx, id, 'update'), revision),
  remove: async ({ id }, ctx) => {
    await archiveForm(ctx, await accessForm(ctx, id, 'delete'))
    return null
  },
  restore: async ({ id }, ctx) => restoreForm(ctx, await accessForm(ctx, id, 'delete')),
})
