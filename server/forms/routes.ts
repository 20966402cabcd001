import { forms } from '#shared/forms/contract.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { routes } from '../lib/http/routes.ts'
import { archiveForm, createForm, publishForm, restoreForm, updateForm } from './commands.ts'
import { copyForm } from './copyForm.ts'
import { addToLibrary, archiveInLibrary, listLibrary } from './library.ts'
import { formPdf } from './pdf.ts'
import { addPicture } from './pictures.ts'
import { accessForm, findVersion, listForms, listVersions, presentForm } from './queries.ts'
import { openTasksOf } from './questions.ts'
import { addTable } from './tables/commands.ts'
import { readTable } from './tables/queries.ts'
import { listTemplates } from './templates.ts'
import { exportForm } from './xlsform/export/exportForm.ts'
import { importForm } from './xlsform/import/importForm.ts'

export const formRoutes = routes(forms, {
  list: (query, ctx) => listForms(ctx, query),
  templates: () =>
    listTemplates().map(template => ({ ...template, question_count: questionsOf(template.definition).length })),
  create: (draft, ctx) => createForm(ctx, draft),
  copyTo: ({ companyId, formId }, ctx) => copyForm(ctx, companyId, formId),
  get: async ({ id }, ctx) => presentForm(ctx, await accessForm(ctx, id, 'read')),
  update: async ({ id, revision, ...changes }, ctx) =>
    updateForm(ctx, await accessForm(ctx, id, 'update'), changes, revision),
  publish: async ({ id, revision }, ctx) => publishForm(ctx, await accessForm(ctx, id, 'update'), revision),
  versions: async ({ id }, ctx) => listVersions(ctx.db, await accessForm(ctx, id, 'update')),
  version: async ({ id, number }, ctx) => findVersion(ctx.db, await accessForm(ctx, id, 'update'), number),
  pdf: async ({ id, draft }, ctx) => formPdf(ctx, await accessForm(ctx, id, 'read'), draft === true),
  addPicture: ({ uuid }, ctx) => addPicture(ctx, uuid),
  addTable: ({ uuid }, ctx) => addTable(ctx, uuid),
  table: ({ uuid }, ctx) => readTable(ctx, uuid),
  importFile: ({ tables }, ctx) => importForm(ctx, tables),
  exportFile: async ({ id }, ctx) => exportForm(ctx, await accessForm(ctx, id, 'update')),
  library: ({ archived }, ctx) => listLibrary(ctx, archived),
  addToLibrary: (item, ctx) => addToLibrary(ctx, item),
  removeFromLibrary: async ({ id }, ctx) => {
    await archiveInLibrary(ctx, id, ctx.now)
    return null
  },
  restoreToLibrary: ({ id }, ctx) => archiveInLibrary(ctx, id, null),
  openTasks: async ({ id }, ctx) => {
    const { companyId } = await accessForm(ctx, id, 'delete')
    return { count: await openTasksOf.queryOne(ctx.db, { companyId, formId: id }) }
  },
  remove: async ({ id, ...ofTasks }, ctx) => {
    await archiveForm(ctx, await accessForm(ctx, id, 'delete'), ofTasks)
    return null
  },
  restore: async ({ id }, ctx) => restoreForm(ctx, await accessForm(ctx, id, 'delete')),
})
