import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { ExportFilters, SubmissionExport } from '#shared/exports/contract.ts'
import { type ExportValues, type MadeFormat, maxUnderWay } from '#shared/exports/rules.ts'
import { snakeCase, wire } from '#shared/lib/casing.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import type { ExportFormat } from '#shared/lib/fileKinds.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { audit } from '../../audit/commands.ts'
import { actorAtSite } from '../../companies/queries.ts'
import { type Context, companyOf } from '../../lib/context.ts'
import { missingIsNotFound } from '../../lib/files/storage.ts'
import { ownRows } from '../../lib/registers/accessible.ts'
import { pageOf, slice, totalOf } from '../../lib/registers/listing.ts'
import { madeWithRightsOf, rightsOf } from '../../lib/security/rightsOf.ts'
import { csvOf, workbookOf } from './content.ts'
import { csvType, exportName, planOf, type Reader } from './plan.ts'
import { submissionExports } from './table.ts'

type Streamed = {
  format: ExportFormat
  values: ExportValues
  repeat?: string | undefined
} & Record<string, unknown>

/** Streams an export while it is made; the connection of the call is released first. */
export async function streamExport(
  ctx: Context,
  { format, values, repeat, ...filters }: Streamed,
): Promise<FileAnswer> {
  const { ability, actor, locale, now, services } = ctx
  const named = Object.fromEntries(Object.entries(filters).map(([name, value]) => [snakeCase(name), value]))
  const companyId = companyWanted(ctx, named as ExportFilters)
  const reader: Reader = { ability, actor, locale, now, services, companyId }
  const one = format === 'csv' ? { repeat } : undefined
  const plan = await planOf(ctx.db, reader, { format, values, filters: named as ExportFilters }, one)
  const [sheet] = plan.sheets
  const wanted = { withFiles: false, progress: async () => {} }
  const filename = exportName(plan, format)
  return async () =>
    format === 'csv' && sheet
      ? { content: csvOf(plan, sheet, wanted), filename, contentType: csvType }
      : { content: workbookOf(plan, wanted), filename }
}

/** Returns the company of the export; only admins of the platform may name one. */
function companyWanted(ctx: Context, { company_id }: ExportFilters): number {
  const companyId = ctx.actor.isAdmin ? (company_id ?? companyOf(ctx)) : companyOf(ctx)
  if (company_id !== undefined && company_id !== companyId) throw new Problem('not_found')
  return companyId
}

type Beginning = { format: MadeFormat; values: ExportValues; withFiles: boolean; filters: ExportFilters }

/**
 * Starts a background export. Throws `too_many_requests` above the limit, and `forbidden` for a bundle without the
 * right to it.
 */
export async function beginExport(
  ctx: Context,
  { filters, ...wanted }: Beginning,
  job: { name: string },
): Promise<SubmissionExport> {
  const companyId = companyOf(ctx)
  if (filters.company_id !== undefined && filters.company_id !== companyId) throw new Problem('not_found')
  if (filters.site_id !== undefined) await actorAtSite(ctx.db, ctx.actor, companyId, filters.site_id)
  if (wanted.format === 'bundle' && !ctx.ability.can('prove', 'Submission')) throw new Problem('forbidden')
  if (wanted.format !== 'bundle' && filters.report_id !== undefined) throw invalidField('format', 'not_an_option')
  // Two at once count each other.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(${companyId}, ${ctx.actor.id})`)
  if ((await countUnderWay(ctx)) >= maxUnderWay) throw new Problem('too_many_requests', { retryAfter: 60 })
  const [row] = await ctx.db
    .insert(submissionExports)
    .values({
      companyId,
      userId: ctx.actor.id,
      rights: rightsOf(ctx.actor),
      ...wanted,
      filters,
      locale: ctx.locale,
      createdAt: ctx.now,
    })
    .returning()
  if (!row) throw new Error('The export was not stored.')
  await audit(
    ctx,
    'submission.exported',
    { type: 'SubmissionExport', id: row.id, companyId },
    { format: wanted.format, files: wanted.withFiles },
  )
  await ctx.services.jobs.send(ctx.db, job, { id: row.id }, row)
  return presentExport(row)
}

/** Ends an export: one that is under way stops, of one that is ready the file goes. Doing it again changes nothing. */
export async function cancelExport(ctx: Context, row: ExportRow): Promise<SubmissionExport> {
  if (row.state === 'failed' || row.state === 'cancelled') return presentExport(row)
  const { path } = row
  const { storage, log } = ctx.services
  const [ended] = await ctx.db
    .update(submissionExports)
    .set({ state: 'cancelled', path: null, finishedAt: row.finishedAt ?? ctx.now, expiresAt: row.expiresAt ?? ctx.now })
    .where(eq(submissionExports.id, row.id))
    .returning()
  // Where it cannot be removed now, the nightly sweep does it.
  if (path)
    ctx.afterCommit.push(
      () =>
        void storage
          .remove(path)
          .catch(error => log.warn({ err: error }, 'The file of an export could not be removed')),
    )
  return presentExport(ended ?? row)
}

/** The file of an export; 404 where it has none. */
export async function fetchExport({ services }: Context, { path, filename }: ExportRow): Promise<FileAnswer> {
  if (!path || !filename) throw new Problem('not_found')
  return async () => ({
    content: await services.storage.open(path).catch(missingIsNotFound),
    filename,
    contentType: typeOf(filename),
  })
}

const typeOf = (filename: string): string => {
  if (filename.endsWith('.csv')) return csvType
  return filename.endsWith('.zip')
    ? 'application/zip'
    : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
}

export type ExportRow = typeof submissionExports.$inferSelect

/** Returns an export for the person who asked for it, in that company. Throws `not_found`. */
const own = (ctx: Context) =>
  and(ownRows(ctx, submissionExports), madeWithRightsOf(ctx.actor, submissionExports.rights))

export const isUnderWay = inArray(submissionExports.state, ['waiting', 'working'])

/** One page of the own exports, the latest first. */
export const listExports = (ctx: Context, paging: { page: number; perPage: number }) =>
  pageOf(paging, {
    rows: ctx.db
      .select()
      .from(submissionExports)
      .where(own(ctx))
      .orderBy(desc(submissionExports.id))
      .limit(slice(paging).limit)
      .offset(slice(paging).offset),
    totals: totalOf(ctx.db, submissionExports, own(ctx)),
    present: presentExport,
  })

/** The own export; 404 otherwise. To change it is to lock it. */
export async function accessExport(ctx: Context, id: number, lock = false): Promise<ExportRow> {
  const query = ctx.db
    .select()
    .from(submissionExports)
    .where(and(own(ctx), eq(submissionExports.id, id)))
  const [found] = await (lock ? query.for('no key update') : query)
  if (!found) throw new Problem('not_found')
  return found
}

/** How many of somebody's exports are under way. */
const countUnderWay = (ctx: Context) => ctx.db.$count(submissionExports, and(own(ctx), isUnderWay))

export const presentExport = (row: ExportRow): SubmissionExport => wire(row)
