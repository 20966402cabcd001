import { randomUUID } from 'node:crypto'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { abilityOf } from '#shared/ability.ts'
import { exports as calls } from '#shared/exports/contract.ts'
import { keptFor } from '#shared/exports/rules.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import type { ExportFormat } from '#shared/lib/fileKinds.ts'
import { Problem } from '#shared/lib/problem.ts'
import { actorAt, actorAtSite } from '../../companies/queries.ts'
import type { Context, Services } from '../../lib/context.ts'
import { noTenant, withDatabase } from '../../lib/db/pools.ts'
import { type Handler, routes } from '../../lib/http/routes.ts'
import { maxDeleted, nightly, requeueIf } from '../../lib/jobs/erasing.ts'
import type { Job } from '../../lib/jobs/jobs.ts'
import type { Module } from '../../module.ts'
import { type BundleReader, bundleOf, bundleOfReport, requirePrintable } from './bundle.ts'
import {
  accessExport,
  beginExport,
  cancelExport,
  type ExportRow,
  fetchExport,
  isUnderWay,
  listExports,
  presentExport,
  streamExport,
} from './commands.ts'
import { archiveOf, csvOf, type Wanted, workbookOf } from './content.ts'
import { exportName, type Plan, planOf, reading } from './plan.ts'
import { exportIsolation, submissionExports } from './table.ts'

export const getExportStream: Handler<typeof calls.stream> = (wanted, ctx) => streamExport(ctx, wanted)

export const getExports: Handler<typeof calls.list> = (paging, ctx) => listExports(ctx, paging)

export const prepareExport = async (
  { refuseMissingCharacters, format, filters }: HandlerInput<typeof calls.begin>,
  ctx: Context,
): Promise<void> => {
  if (format === 'bundle' && refuseMissingCharacters) await requirePrintable(ctx, filters)
}

export const createExport: Handler<typeof calls.begin> = ({ refuseMissingCharacters, ...wanted }, ctx) =>
  beginExport(ctx, wanted, makeExport)

export const getExport: Handler<typeof calls.get> = async ({ id }, ctx) => presentExport(await accessExport(ctx, id))

export const getExportFile: Handler<typeof calls.fetch> = async ({ id }, ctx) =>
  fetchExport(ctx, await accessExport(ctx, id))

export const deleteExport: Handler<typeof calls.cancel> = async ({ id }, ctx) => {
  await cancelExport(ctx, await accessExport(ctx, id, true))
  return null
}

export const exportRoutes = routes(calls, {
  stream: getExportStream,
  list: getExports,
  begin: { prepare: prepareExport, handle: createExport },
  get: getExport,
  fetch: getExportFile,
  cancel: deleteExport,
})

/** A node that stops in the middle of it leaves it for another one. */
const maxTries = 3

export const makeExport: Job<{ id: number }> = {
  name: 'exports.make',
  // Each works a few rows at a time, so that many under way cost little memory.
  turns: { atOnce: 8, ofOne: 1 },
  work: async ({ id }, { db, services }) => {
    const workedBy = randomUUID()
    const [row] = await db
      .update(submissionExports)
      .set({ state: 'working', workedBy, tries: sql`${submissionExports.tries} + 1`, done: 0 })
      .where(and(eq(submissionExports.id, id), isUnderWay))
      .returning()
    return row && (() => make(services, row))
  },
}

/** Somebody ended it, or another node took it over. */
class Ended extends Error {}

async function make(services: Services, row: ExportRow): Promise<void> {
  const change = (changes: Partial<ExportRow>) =>
    withDatabase(services.pools.jobs, noTenant, true, async db => {
      const changed = await db
        .update(submissionExports)
        .set(changes)
        .where(
          and(
            eq(submissionExports.id, row.id),
            eq(submissionExports.workedBy, row.workedBy ?? ''),
            eq(submissionExports.state, 'working'),
          ),
        )
        .returning({ id: submissionExports.id })
      if (changed.length === 0) throw new Ended()
    })
  const path = `exports/${randomUUID()}`
  try {
    const reader = await readerOf(services, row)
    let [done, total] = [0, 0]
    const progress = async (rows: number) => {
      done = Math.min(total, done + rows)
      await change({ done })
    }
    const { content, filename, steps } = await madeOf(reader, row, progress)
    total = steps
    await change({ total })
    const size = await services.storage.writeAll(path, content)
    const finishedAt = new Date()
    await change({
      ...{ state: 'ready', path, size, done: total, filename, finishedAt },
      expiresAt: new Date(finishedAt.getTime() + keptFor),
    })
  } catch (error) {
    await services.storage.remove(path)
    if (error instanceof Ended) return
    // What is too large for one try is too large for the next.
    if (!(error instanceof Problem && error.code !== 'unavailable') && row.tries < maxTries) throw error
    services.log.warn({ err: error, export: row.id }, 'An export failed')
    await change({ state: 'failed', finishedAt: new Date(), expiresAt: new Date(Date.now() + keptFor) }).catch(() => {})
  }
}

/** What comes of it as it is made, with how many steps it takes. */
async function madeOf(reader: BundleReader, { format, ...row }: ExportRow, progress: Wanted['progress']) {
  const { report_id: reportId, site_id: _, ...filters } = row.filters
  if (reportId !== undefined) return bundleOfReport(reader, reportId, progress)
  if (format === 'bundle') return bundleOf(reader, filters, progress)
  const plan = await reading(reader, db => planOf(db, reader, { ...row, format, filters }))
  const { content, ending } = contentOf(plan, format, { withFiles: row.withFiles, progress })
  const steps = plan.sheets.reduce((sum, { rows }) => sum + rows, 0) + (row.withFiles ? plan.rows : 0)
  return { content, filename: exportName(plan, ending), steps }
}

function contentOf(plan: Plan, format: ExportFormat, wanted: Wanted) {
  const [sheet] = plan.sheets
  if (wanted.withFiles || (format === 'csv' && plan.sheets.length > 1))
    return { content: archiveOf(plan, wanted), ending: 'zip' }
  return format === 'csv' && sheet
    ? { content: csvOf(plan, sheet, wanted), ending: 'csv' }
    : { content: workbookOf(plan, wanted), ending: 'xlsx' }
}

/**
 * Returns the context of the person who asked, with today's rights, at the site that they asked for. Throws `forbidden`
 * where they may not any more.
 */
async function readerOf(services: Services, { userId, companyId, locale, filters }: ExportRow): Promise<BundleReader> {
  const { site_id: site } = filters
  const actor = await withDatabase(services.pools.jobs, noTenant, false, async db => {
    const person = await actorAt(db, userId, companyId)
    return site === undefined ? person : actorAtSite(db, person, companyId, site)
  })
  return { actor, ability: abilityOf(actor), locale, now: new Date(), companyId, services }
}

/** Forgets exports whose time is over, with their files. */
export const forgetExports: Job<object> = {
  name: 'exports.forget',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const due = db
      .select({ id: submissionExports.id })
      .from(submissionExports)
      .where(lt(submissionExports.expiresAt, sql`now()`))
      .limit(maxDeleted)
    const gone = await db
      .delete(submissionExports)
      .where(inArray(submissionExports.id, due))
      .returning({ path: submissionExports.path })
    await requeueIf(db, services, 'exports.forget', gone.length === maxDeleted)
    return async () => {
      for (const { path } of gone) if (path) await services.storage.remove(path)
    }
  },
}

export const exportsModule: Module = {
  isolation: exportIsolation,
  routes: exportRoutes,
  jobs: [makeExport as never, forgetExports],
}
