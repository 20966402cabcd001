import { and, eq, inArray } from 'drizzle-orm'
import type { AuditDetails } from '#shared/audit/contract.ts'
import type { AuditAction } from '#shared/audit/rules.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { userChannel } from '#shared/lib/contract.ts'
import { type FieldErrors, invalidField, Problem } from '#shared/lib/problem.ts'
import { Report, type ReportFilters, type ReportPeriod, reportEvents } from '#shared/reports/contract.ts'
import { daysOf, lengthOf, maxDays } from '#shared/reports/period.ts'
import { type ReportGrouping, type ReportPart, reportParts } from '#shared/reports/rules.ts'
import { idsFilterOf, type SubjectType, subjectTypes } from '#shared/subjects/registry.ts'
import { audit, changesIn } from '../audit/commands.ts'
import { clockOfCompany } from '../companies/queries.ts'
import { whoMay } from '../companies/roleQueries.ts'
import { memberships } from '../companies/table.ts'
import { findPublished } from '../forms/queries.ts'
import { forms } from '../forms/table.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { dayAt } from '../lib/localDays.ts'
import { broadcast } from '../lib/ports.ts'
import { knownSubjects } from '../subjects/queries.ts'
import { hasSites } from './counting/sites.ts'
import { presentReport, type ReportRow } from './queries.ts'
import { sealReport } from './sealed/seal.ts'
import { reports } from './table.ts'

type Definition = {
  name: string
  description: string | null
  formIds: number[]
  filters: ReportFilters
  groupBy: ReportGrouping | null
  groupQuestionId: string | null
  period: ReportPeriod
  parts: ReportPart[]
  forEverybody: boolean
}
type Changes = { [Field in keyof Definition]?: Definition[Field] | undefined } & { formId?: number | null | undefined }

const atFirst: Omit<Definition, 'name'> = {
  description: null,
  formIds: [],
  filters: {},
  groupBy: null,
  groupQuestionId: null,
  period: { kind: 'relative', unit: 'week', count: 12 },
  parts: [...reportParts],
  forEverybody: false,
}

/**
 * A report of all forms and the last twelve weeks, as far as nothing else is said. It compares the sites of a company
 * that has several.
 */
export async function createReport({ name, ...changes }: Changes & { name: string }, ctx: Context): Promise<Report> {
  const companyId = companyOf(ctx)
  const groupBy = changes.groupBy === undefined && (await hasSites(ctx.db, companyId)) ? 'site' : atFirst.groupBy
  const wanted = changed({ ...atFirst, groupBy, name }, changes)
  await requireDefinition(ctx, companyId, wanted)
  const [report] = await ctx.db
    .insert(reports)
    .values({ ...wanted, companyId, createdBy: ctx.actor.id, createdAt: ctx.now, updatedAt: ctx.now })
    .returning()
  if (!report) throw new Error('The report was not stored.')
  await note(ctx, 'report.created', report)
  await broadcastToReaders(ctx, report)
  return presentReport(ctx, report)
}

/** Changes what is sent; the row is locked since it was read (`accessReport`). */
export async function updateReport(ctx: Context, report: ReportRow, changes: Changes, expected?: number) {
  if (expected !== undefined && expected !== report.revision)
    throw new Problem('stale_revision', { data: Report.parse(await presentReport(ctx, report)) })
  const wanted = changed(report, changes)
  await requireDefinition(ctx, report.companyId, wanted)
  await note(ctx, 'report.updated', report, changesIn(report, wanted))
  sealReport(ctx, report, 'corrected')
  return revise(ctx, report, wanted)
}

/** Takes a report out of the lists, or brings it back. */
export async function archiveReport(ctx: Context, report: ReportRow): Promise<void> {
  if (report.archivedAt) return
  await note(ctx, 'report.archived', report)
  sealReport(ctx, report, 'archived')
  await revise(ctx, report, { archivedAt: ctx.now })
}
export async function restoreReport(ctx: Context, report: ReportRow): Promise<Report> {
  if (!report.archivedAt) return presentReport(ctx, report)
  await note(ctx, 'report.restored', report)
  sealReport(ctx, report, 'restored')
  return revise(ctx, report, { archivedAt: null })
}

function changed(before: Definition, { formId, ...changes }: Changes): Definition {
  const sent = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const { name, description, formIds, filters, groupBy, groupQuestionId, period, parts, forEverybody } = {
    ...before,
    ...(formId !== undefined && { formIds: [] }),
    ...sent,
  }
  return {
    ...{ name, description, filters, groupBy, period, forEverybody },
    formIds: [...new Set([...(formId ? [formId] : []), ...formIds])],
    parts: reportParts.filter(part => parts.includes(part)),
    // The question goes with the comparison that asked for it.
    groupQuestionId: groupBy === 'question' ? groupQuestionId : null,
  }
}

/**
 * Throws 422 that names what cannot be counted: rows that the company does not have, days in the wrong order, a
 * question without choices.
 */
async function requireDefinition(ctx: Context, companyId: number, definition: Definition): Promise<void> {
  const { period, formIds, filters } = definition
  const { timeZone, firstDay } = await clockOfCompany(ctx.db, companyId)
  const days = daysOf(period, dayAt(ctx.now, timeZone), firstDay)
  if (period.kind === 'fixed' && days.from > days.to) throw invalidField('period.to', 'before_start')
  if (lengthOf(days) > maxDays)
    throw new Problem('invalid', {
      errors: { [period.kind === 'fixed' ? 'period.from' : 'period.count']: [{ code: 'too_far_back' }] },
    })
  const unknown = [
    ...(await missing('form_ids', formIds, ids => knownForms(ctx, companyId, ids))),
    ...(await missing('filters.user_ids', filters.user_ids, ids => knownPeople(ctx, companyId, ids))),
    ...(await missingSubjects(ctx, companyId, filters)),
  ]
  const errors: FieldErrors = Object.fromEntries(unknown.map(field => [field, [{ code: 'not_found' as const }]]))
  if (unknown.length > 0) throw new Problem('invalid', { errors })
  await requireGrouping(ctx, companyId, definition)
}

async function missingSubjects(ctx: Context, companyId: number, filters: Definition['filters']): Promise<string[]> {
  const found = subjectTypes.map(type => {
    const name = idsFilterOf(type)
    return missing(`filters.${name}`, filters[name], known(ctx, companyId, type))
  })
  return (await Promise.all(found)).flat()
}

async function missing(field: string, ids: number[] | undefined, find: (ids: number[]) => Promise<Set<number>>) {
  if (!ids || ids.length === 0) return []
  const found = await find(ids)
  return ids.flatMap((id, at) => (found.has(id) ? [] : [`${field}.${at}`]))
}

const known =
  ({ db }: Context, companyId: number, type: SubjectType) =>
  (ids: number[]) =>
    knownSubjects(db, companyId, type, ids)

async function knownForms({ db }: Context, companyId: number, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: forms.id })
    .from(forms)
    .where(and(eq(forms.companyId, companyId), inArray(forms.id, ids)))
  return new Set(rows.map(({ id }) => id))
}

/** People who left stay in what they did. */
async function knownPeople({ db }: Context, companyId: number, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.companyId, companyId), inArray(memberships.userId, ids)))
  return new Set(rows.map(({ id }) => id))
}

/** Answers can be compared by a question with choices, of one form. */
async function requireGrouping(ctx: Context, companyId: number, definition: Definition): Promise<void> {
  const { groupBy, groupQuestionId, formIds } = definition
  if (groupBy !== 'question') return
  const [formId] = formIds
  if (groupQuestionId === null) throw invalidField('group_question_id', 'required')
  if (formId === undefined || formIds.length > 1) throw invalidField('group_by', 'not_an_option')
  const [form] = await ctx.db
    .select()
    .from(forms)
    .where(and(eq(forms.companyId, companyId), eq(forms.id, formId)))
  const published = form && (await findPublished(ctx.db, form))
  const question = published && questionsOf(published.definition).find(({ id }) => id === groupQuestionId)
  if (!question || !['yes_no', 'single_choice', 'multiple_choice'].includes(question.type))
    throw invalidField('group_question_id', 'not_an_option')
}

async function revise(ctx: Context, report: ReportRow, changes: Partial<typeof reports.$inferInsert>): Promise<Report> {
  const [after] = await ctx.db
    .update(reports)
    .set({ ...changes, revision: report.revision + 1, updatedAt: ctx.now })
    .where(eq(reports.id, report.id))
    .returning()
  if (!after) throw new Problem('not_found')
  await broadcastToReaders(ctx, after, report)
  return presentReport(ctx, after)
}

const note = (ctx: Context, action: AuditAction, { id, companyId }: ReportRow, details?: AuditDetails) =>
  audit(ctx, action, { type: 'Report', id, companyId }, details)

/** Those who may open it now, and those who could before: for them it is gone. */
async function broadcastToReaders(ctx: Context, ...rows: ReportRow[]): Promise<void> {
  const people = await Promise.all(rows.map(row => whoMay(ctx, 'read', 'Report', row)))
  const [report] = rows
  if (report)
    broadcast(
      ctx,
      reportEvents,
      'report.changed',
      { id: report.id, company_id: report.companyId },
      people.flat().map(userChannel),
    )
}
