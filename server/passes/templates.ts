/** Templates of audit passes: kept by the company, and changed by its managers. */
import { and, eq, isNull } from 'drizzle-orm'
import { wire } from '#shared/lib/casing.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { maxPassTemplates } from '#shared/passes/rules.ts'
import { passTemplates as calls, type PassTemplate } from '#shared/passes/templates.ts'
import { audit } from '../audit/commands.ts'
import { lockCompany } from '../companies/commands.ts'
import { presentReach, reachColumnsOf, requireMayReach } from '../companies/reachQueries.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { erasing } from '../lib/jobs/erasing.ts'
import { archivedOrNot, contains, orderBy, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { accessRow, reviseRow } from '../lib/registers/register.ts'
import { passTemplates } from './table.ts'

type TemplateRow = typeof passTemplates.$inferSelect

function presentTemplate(template: TemplateRow): PassTemplate {
  const { reachLocations: _, reachGroups: __, reachVehicles: ___, companyId: ____, ...row } = template
  return { ...wire(row), reach: presentReach(template) }
}

const access = (ctx: Context, id: number, action: string): Promise<TemplateRow> =>
  accessRow(ctx, passTemplates, 'PassTemplate', id, action)

/** Lists the templates of the company by their names. */
export async function getTemplates(query: HandlerInput<typeof calls.list>, ctx: Context) {
  const { archived, search } = query
  const where = and(
    eq(passTemplates.companyId, companyOf(ctx)),
    archivedOrNot(passTemplates, archived),
    contains(search, passTemplates.name),
  )
  const { limit, offset } = slice(query)
  return pageOf(query, {
    rows: ctx.db
      .select()
      .from(passTemplates)
      .where(where)
      .orderBy(...orderBy(passTemplates, undefined, 'name', ctx.locale))
      .limit(limit)
      .offset(offset),
    totals: totalOf(ctx.db, passTemplates, where),
    present: presentTemplate,
  })
}

export const getTemplate: Handler<typeof calls.get> = async ({ id }, ctx) =>
  presentTemplate(await access(ctx, id, 'read'))

/** Adds a template. Throws 422 for places that the company does not have, and the fifty-first. */
export const createTemplate: Handler<typeof calls.create> = async ({ reach, ...draft }, ctx) => {
  const companyId = companyOf(ctx)
  await requireMayReach(ctx, companyId, reach)
  await requireRoomForTemplate(ctx, companyId)
  const [made] = await ctx.db
    .insert(passTemplates)
    .values({ ...draft, companyId, ...reachColumnsOf(reach), createdAt: ctx.now, updatedAt: ctx.now })
    .returning()
  if (!made) throw new Error('The template was not stored.')
  await audit(ctx, 'pass_template.created', { type: 'PassTemplate', id: made.id, companyId })
  return presentTemplate(made)
}

/** Changes a template. Throws 409 with the template as it is now for a stale revision. */
export const updateTemplate: Handler<typeof calls.update> = async ({ id, revision, reach, ...changes }, ctx) => {
  const row = await access(ctx, id, 'update')
  const { companyId } = row
  if (reach !== undefined) await requireMayReach(ctx, companyId, reach)
  const changed = { ...changes, ...(reach !== undefined && reachColumnsOf(reach)) }
  const answer = await reviseRow(ctx, passTemplates, row, changed, presentTemplate, revision)
  await audit(ctx, 'pass_template.updated', { type: 'PassTemplate', id, companyId })
  return answer
}

/** Archives a template; a repeated call is harmless. */
export const deleteTemplate: Handler<typeof calls.remove> = async ({ id }, ctx) => {
  const row = await access(ctx, id, 'delete')
  if (row.archivedAt) return null
  await reviseRow(ctx, passTemplates, row, { archivedAt: ctx.now }, presentTemplate)
  await audit(ctx, 'pass_template.archived', { type: 'PassTemplate', id, companyId: row.companyId })
  return null
}

/** Restores an archived template. Throws 422 where the company has fifty others. */
export const undeleteTemplate: Handler<typeof calls.restore> = async ({ id }, ctx) => {
  const row = await access(ctx, id, 'delete')
  if (!row.archivedAt) return presentTemplate(row)
  await requireRoomForTemplate(ctx, row.companyId)
  const restored = await reviseRow(ctx, passTemplates, row, { archivedAt: null }, presentTemplate)
  await audit(ctx, 'pass_template.restored', { type: 'PassTemplate', id, companyId: row.companyId })
  return restored
}

async function requireRoomForTemplate(ctx: Context, companyId: number): Promise<void> {
  // Two at once count each other.
  await lockCompany(ctx.db, companyId)
  const living = and(eq(passTemplates.companyId, companyId), isNull(passTemplates.archivedAt))
  if ((await ctx.db.$count(passTemplates, living)) >= maxPassTemplates)
    throw invalidField('name', 'too_many', { maximum: maxPassTemplates })
}

/** Erases templates that were archived 30 days ago. */
export const eraseArchivedTemplates = erasing('pass-templates', passTemplates)

export const templateRoutes = routes(calls, {
  list: getTemplates,
  get: getTemplate,
  create: createTemplate,
  update: updateTemplate,
  remove: deleteTemplate,
  restore: undeleteTemplate,
})
