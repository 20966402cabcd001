import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import { forms as calls } from '#shared/forms/contract.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { editorsChannelPattern } from '#shared/forms/rules.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { users } from '../accounts/table.ts'
import { invited, requireForms, startingForms, usage } from '../companies/ports.ts'
import { pdfSourceOf } from '../documents/ports.ts'
import { namedElsewhere, storedElsewhere } from '../files/ports.ts'
import { type Context, permitted } from '../lib/context.ts'
import type { ChannelRule } from '../lib/http/broadcasting.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { on, type QueryProvider } from '../lib/ports.ts'
import type { Module } from '../module.ts'
import {
  archiveForm,
  copyForm,
  createForm,
  prepareForm,
  preparePublishing,
  publishForm,
  restoreForm,
  updateForm,
} from './commands.ts'
import { eraseArchivedForms, eraseArchivedLibrary, eraseUnnamedPictures, eraseUnnamedTables } from './jobs.ts'
import { addToLibrary, archiveInLibrary, listLibrary } from './library.ts'
import { formPdf, formPdfSource } from './pdf.ts'
import { addPicture } from './pictures.ts'
import { openTasksOf } from './ports.ts'
import { accessForm, findVersion, listForms, listVersions, presentForm } from './queries.ts'
import { openQuickReport, prepareQuickReport } from './quickReport.ts'
import { formIsolation, formPictures, forms, formTables, inviteForms } from './table.ts'
import { addTable, readSentTable } from './tables/commands.ts'
import { readTable } from './tables/queries.ts'
import { listTemplates } from './templates.ts'
import { exportForm } from './xlsform/converter.ts'
import { importForm, readWorkbook } from './xlsform/import/importForm.ts'

/** Lists form templates. */
export const getTemplates: Handler<typeof calls.templates> = () =>
  listTemplates().map(template => ({ ...template, question_count: questionsOf(template.definition).length }))

const prepareOwnForm = (draft: HandlerInput<typeof calls.create>, ctx: Context) => prepareForm(ctx, draft)

/** Adds a form. */
export const createOwnForm: Handler<typeof calls.create> = (draft, ctx) => createForm(ctx, draft)

/** Copies a form into another company. */
export const copyFormTo: Handler<typeof calls.copyTo> = ({ companyId, formId }, ctx) => copyForm(ctx, companyId, formId)

/** Returns a form. */
export const getForm: Handler<typeof calls.get> = async ({ id }, ctx) =>
  presentForm(ctx, await accessForm(ctx, id, 'read'))

/** Changes the draft of a form. */
export const changeForm: Handler<typeof calls.update> = async ({ id, revision, ...changes }, ctx) =>
  updateForm(ctx, await accessForm(ctx, id, 'update'), changes, revision)

const prepareFormPublishing = async ({ id, revision }: HandlerInput<typeof calls.publish>, ctx: Context) =>
  preparePublishing(ctx, await accessForm(ctx, id, 'update'), revision)

/** Publishes a form. */
export const publishDraft: Handler<typeof calls.publish> = async ({ id, revision }, ctx) =>
  publishForm(ctx, await accessForm(ctx, id, 'update'), revision)

/** Lists the versions of a form. */
export const getFormVersions: Handler<typeof calls.versions> = async ({ id }, ctx) =>
  listVersions(ctx.db, await accessForm(ctx, id, 'update'))

/** Returns a version of a form. */
export const getFormVersion: Handler<typeof calls.version> = async ({ id, number }, ctx) =>
  findVersion(ctx.db, await accessForm(ctx, id, 'update'), number)

/** Downloads the blank form as PDF. */
export const getFormPdf: Handler<typeof calls.pdf> = async ({ id, draft }, ctx) =>
  formPdf(ctx, await accessForm(ctx, id, 'read'), draft === true)

/** Adds a picture for forms. */
export const createPicture: Handler<typeof calls.addPicture> = ({ uuid }, ctx) => addPicture(ctx, uuid)

const prepareTable = (_: unknown, ctx: Context) => readSentTable(ctx)

/** Adds a table for forms. */
export const createTable: Handler<typeof calls.addTable, string> = ({ uuid }, ctx, json) => addTable(ctx, uuid, json)

/** Returns a table of forms. */
export const getTable: Handler<typeof calls.table> = ({ uuid }, ctx) => readTable(ctx, uuid)

const prepareWorkbook = ({ tables }: HandlerInput<typeof calls.importFile>, ctx: Context) => readWorkbook(ctx, tables)

/** Imports an XLSForm. */
export const importWorkbook: Handler<typeof calls.importFile, Awaited<ReturnType<typeof readWorkbook>>> = (
  _,
  ctx,
  workbook,
) => importForm(ctx, workbook)

/** Exports a form as XLSForm. */
export const getWorkbook: Handler<typeof calls.exportFile> = async ({ id }, ctx) =>
  exportForm(ctx, await accessForm(ctx, id, 'update'))

/** Lists the library of elements. */
export const getLibrary: Handler<typeof calls.library> = ({ archived }, ctx) => listLibrary(ctx, archived)

/** Archives an entry of the library. */
export const deleteLibraryItem: Handler<typeof calls.removeFromLibrary> = async ({ id }, ctx) => {
  await archiveInLibrary(ctx, id, ctx.now)
  return null
}

/** Restores an entry of the library. */
export const restoreLibraryItem: Handler<typeof calls.restoreToLibrary> = ({ id }, ctx) =>
  archiveInLibrary(ctx, id, null)

/** Counts the open tasks and running series that ask for a form. */
export const getOpenTaskCount: Handler<typeof calls.openTasks> = async ({ id }, ctx) => {
  const { companyId } = await accessForm(ctx, id, 'delete')
  return { count: await openTasksOf.queryOne(ctx.db, { companyId, formId: id }) }
}

/** Archives a form. */
export const deleteForm: Handler<typeof calls.remove> = async ({ id, ...ofTasks }, ctx) => {
  await archiveForm(ctx, await accessForm(ctx, id, 'delete'), ofTasks)
  return null
}

/** Restores an archived form. */
export const undeleteForm: Handler<typeof calls.restore> = async ({ id }, ctx) =>
  restoreForm(ctx, await accessForm(ctx, id, 'delete'))

const formRoutes = routes(calls, {
  list: listForms,
  templates: getTemplates,
  create: { prepare: prepareOwnForm, handle: createOwnForm },
  copyTo: copyFormTo,
  get: getForm,
  update: changeForm,
  quickReport: { prepare: prepareQuickReport, handle: openQuickReport },
  publish: { prepare: prepareFormPublishing, handle: publishDraft },
  versions: getFormVersions,
  version: getFormVersion,
  pdf: getFormPdf,
  addPicture: createPicture,
  addTable: { prepare: prepareTable, handle: createTable },
  table: getTable,
  importFile: { prepare: prepareWorkbook, handle: importWorkbook },
  exportFile: getWorkbook,
  library: getLibrary,
  addToLibrary: addToLibrary,
  removeFromLibrary: deleteLibraryItem,
  restoreToLibrary: restoreLibraryItem,
  openTasks: getOpenTaskCount,
  remove: deleteForm,
  restore: undeleteForm,
})

/** Who has a form open to edit it: those who may change it, each of whom sees the others. */
const formChannels: ChannelRule[] = [
  {
    pattern: editorsChannelPattern,
    join: async ([, companyId, formId], { actor, ability, db }) => {
      if (Number(companyId) !== actor.companyId) return false
      const [form] = await db
        .select()
        .from(forms)
        .where(eq(forms.id, Number(formId)))
      if (!form || !allows(ability, 'update', 'Form', form)) return false
      const [user] = await db
        .select({ name: users.name, avatar: users.avatar })
        .from(users)
        .where(eq(users.id, actor.id))
      return user ? { user_id: String(actor.id), user_info: user } : false
    },
  },
]

const formListeners = [
  on(invited, async (ctx, { companyId, inviteId, forms }) => {
    const starters = [...new Set(forms)].map(formId => ({ companyId, inviteId, formId }))
    if (starters.length > 0) await ctx.db.insert(inviteForms).values(starters)
  }),
]

/** What forms know that accounts, plans and files ask. */
const formAnswers: QueryProvider[] = [
  usage.providedBy(async (db, { companyId, thing }) => {
    if (thing === 'forms') {
      const living = and(eq(forms.companyId, companyId), isNull(forms.archivedAt))
      return (await db.select({ used: count() }).from(forms).where(living))[0]?.used ?? 0
    }
    if (thing !== 'storage') return 0
    const size = sql<string>`coalesce(sum(${formPictures.size}), 0)`
    const [pictures] = await db.select({ size }).from(formPictures).where(eq(formPictures.companyId, companyId))
    const cells = sql<string>`coalesce(sum(${formTables.size}), 0)`
    const [tables] = await db.select({ size: cells }).from(formTables).where(eq(formTables.companyId, companyId))
    return Number(pictures?.size ?? 0) + Number(tables?.size ?? 0)
  }),

  storedElsewhere.providedBy(async (db, { ability, path }) => {
    const [picture] = await db.select().from(formPictures).where(eq(formPictures.path, path))
    return picture ? permitted({ ability }, 'read', 'Form', { ...picture, status: 'open' as const }) : null
  }),
  namedElsewhere.providedBy(async (db, paths) =>
    (await db.select({ path: formPictures.path }).from(formPictures).where(inArray(formPictures.path, paths))).map(
      ({ path }) => path,
    ),
  ),

  pdfSourceOf.providedBy(formPdfSource),

  requireForms.providedBy(async (db, { companyId, ids }) => {
    if (ids.length === 0) return
    const found = await db
      .select({ id: forms.id })
      .from(forms)
      .where(
        and(eq(forms.companyId, companyId), inArray(forms.id, ids), eq(forms.status, 'open'), isNull(forms.archivedAt)),
      )
    const open = new Set(found.map(({ id }) => id))
    const missing = ids.findIndex(id => !open.has(id))
    if (missing >= 0) throw invalidField(`forms.${missing}`, 'not_found')
  }),
  startingForms.providedBy(async (db, inviteIds) => {
    if (inviteIds.length === 0) return new Map()
    const rows = await db
      .select({ inviteId: inviteForms.inviteId, formId: inviteForms.formId })
      .from(inviteForms)
      .where(inArray(inviteForms.inviteId, inviteIds))
      .orderBy(asc(inviteForms.id))
    const grouped = Map.groupBy(rows, ({ inviteId }) => inviteId)
    return new Map([...grouped].map(([id, found]) => [id, found.map(({ formId }) => formId)]))
  }),
]

export const formsModule: Module = {
  isolation: formIsolation,
  routes: formRoutes,
  incremental: [{ call: calls.list, table: forms }],
  jobs: [eraseArchivedForms, eraseArchivedLibrary, eraseUnnamedPictures, eraseUnnamedTables],
  channels: formChannels,
  queryProviders: formAnswers,
  listeners: formListeners,
}
