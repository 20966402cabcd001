import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import { forms as calls } from '#shared/forms/contract.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { editorsChannelPattern } from '#shared/forms/rules.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { users } from '../accounts/table.ts'
import { invited, requireForms, startingForms, usage } from '../companies/ports.ts'
import { paperOf } from '../documents/ports.ts'
import { namedElsewhere, storedElsewhere } from '../files/ports.ts'
import { on } from '../lib/events.ts'
import type { ChannelRule } from '../lib/http/broadcasting.ts'
import { routes } from '../lib/http/routes.ts'
import type { QueryProvider } from '../lib/queryPorts.ts'
import { permitted } from '../lib/registers/accessible.ts'
import type { Module } from '../module.ts'
import {
  archiveForm,
  copyForm,
  createForm,
  preparePublishing,
  publishForm,
  restoreForm,
  updateForm,
} from './commands.ts'
import { eraseArchivedForms, eraseArchivedLibrary, eraseUnnamedPictures, eraseUnnamedTables } from './jobs.ts'
import { addToLibrary, archiveInLibrary, listLibrary } from './library.ts'
import { formPdf, paperOfForm } from './pdf.ts'
import { addPicture } from './pictures.ts'
import { openTasksOf } from './ports.ts'
import { accessForm, findVersion, listForms, listVersions, presentForm } from './queries.ts'
import { formPictures, forms, formTables, inviteForms } from './table.ts'
import { addTable, readSentTable } from './tables/commands.ts'
import { readTable } from './tables/queries.ts'
import { listTemplates } from './templates.ts'
import { exportForm } from './xlsform/converter.ts'
import { importForm, readWorkbook } from './xlsform/import/importForm.ts'

const formRoutes = routes(calls, {
  list: (query, ctx) => listForms(ctx, query),
  templates: () =>
    listTemplates().map(template => ({ ...template, question_count: questionsOf(template.definition).length })),
  create: (draft, ctx) => createForm(ctx, draft),
  copyTo: ({ companyId, formId }, ctx) => copyForm(ctx, companyId, formId),
  get: async ({ id }, ctx) => presentForm(ctx, await accessForm(ctx, id, 'read')),
  update: async ({ id, revision, ...changes }, ctx) =>
    updateForm(ctx, await accessForm(ctx, id, 'update'), changes, revision),
  publish: {
    prepare: async ({ id, revision }, ctx) => preparePublishing(ctx, await accessForm(ctx, id, 'update'), revision),
    handle: async ({ id, revision }, ctx) => publishForm(ctx, await accessForm(ctx, id, 'update'), revision),
  },
  versions: async ({ id }, ctx) => listVersions(ctx.db, await accessForm(ctx, id, 'update')),
  version: async ({ id, number }, ctx) => findVersion(ctx.db, await accessForm(ctx, id, 'update'), number),
  pdf: async ({ id, draft }, ctx) => formPdf(ctx, await accessForm(ctx, id, 'read'), draft === true),
  addPicture: ({ uuid }, ctx) => addPicture(ctx, uuid),
  addTable: {
    prepare: (_, ctx) => readSentTable(ctx),
    handle: ({ uuid }, ctx, json: string) => addTable(ctx, uuid, json),
  },
  table: ({ uuid }, ctx) => readTable(ctx, uuid),
  importFile: {
    prepare: ({ tables }, ctx) => readWorkbook(ctx, tables),
    handle: (_, ctx, workbook: Awaited<ReturnType<typeof readWorkbook>>) => importForm(ctx, workbook),
  },
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

  paperOf.providedBy(paperOfForm),

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
  routes: formRoutes,
  jobs: [eraseArchivedForms, eraseArchivedLibrary, eraseUnnamedPictures, eraseUnnamedTables],
  channels: formChannels,
  queryProviders: formAnswers,
  listeners: formListeners,
}
