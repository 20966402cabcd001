/**
 * Imports are carried out portion by portion, with rests between in which others have the database; each job does some
 * and sends the next.
 */
import { setTimeout as rest } from 'node:timers/promises'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { abilityOf } from '#shared/ability.ts'
import { importsUnderWay, importUndoFor, linesKeptFor } from '#shared/exports/rules.ts'
import { Problem } from '#shared/lib/problem.ts'
import { requireLivingPlan } from '../companies/planQueries.ts'
import { actorAt } from '../companies/queries.ts'
import type { Context, Services } from '../lib/context.ts'
import { type Database, shownTo, tenantOf, withDatabase } from '../lib/db/pools.ts'
import { deleteSome, nightly, requeueIf } from '../lib/jobs/erasing.ts'
import { inCompany } from '../lib/jobs/inCompany.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { registers } from '../subjects/registers.ts'
import { type Calls, carryOut, type Done, type FileFacts, factsOf, openLines } from './portion.ts'
import { type ImportRow, registerImportLines, registerImports } from './table.ts'
import { undoLines, undoUntilOf } from './undo.ts'

type Run = { id: number; run: string }
/** So long one job works before others have their turn. */
const millisecondsOfAJob = 20_000
/** After these the tables have become many times as large as PostgreSQL knows, when they were small. */
const portionsToLookAfter = new Set([1, 4, 16, 64])

/** The job by its name only, for the calls that send it. */
export const importJob = { name: 'imports.work' }

const isUnderWay = ({ id, run }: Run) =>
  and(eq(registerImports.id, id), eq(registerImports.run, run), inArray(registerImports.state, [...importsUnderWay]))

/** The job, with what answers the calls of the registers. */
export const workImports = (calls: Calls): Job<Run> => ({
  ...importJob,
  turns: { atOnce: 4, ofOne: 1 },
  work: async (run, { db, services }) => {
    const [row] = await db.select().from(registerImports).where(isUnderWay(run))
    return row && (() => work(services, row, run, calls))
  },
})

async function work(services: Services, row: ImportRow, run: Run, calls: Calls): Promise<void> {
  const until = Date.now() + millisecondsOfAJob
  let facts: FileFacts | undefined
  try {
    for (let portion = 1; Date.now() < until; portion++) {
      const began = Date.now()
      const goesOn = await inCompany(services, row.companyId, 'import', async ctx => {
        facts ??= await factsOf(ctx, row)
        return workPortion(ctx, row, { run, facts, calls })
      })
      if (!goesOn) return
      if (portionsToLookAfter.has(portion))
        await outside(services, db => db.execute(sql`select keep_statistics(${row.type})`))
      await rest((Date.now() - began) / 2)
    }
    await outside(services, db => services.jobs.send(db, importJob, run, row))
  } catch (error) {
    // The person who asked may no longer do it, or the plan has ended.
    if (!(error instanceof Problem) || error.code === 'unavailable') throw error
    services.log.warn({ err: error, import: row.id }, 'An import failed')
    await outside(services, db =>
      db
        .update(registerImports)
        .set({
          state: sql`case when ${registerImports.state} = 'undoing' then 'undo_failed' else 'failed' end`,
          undoUntil: sql`case when ${registerImports.state} = 'undoing' or (not ${registerImports.isTrial}
            and ${registerImports.created} + ${registerImports.updated} > 0)
            then ${new Date(Date.now() + importUndoFor).toISOString()}::timestamptz
            else ${registerImports.undoUntil} end`,
          finishedAt: new Date(),
        })
        .where(isUnderWay(run)),
    )
  }
}

const outside = <T>(services: Services, act: (db: Database) => Promise<T>) =>
  withDatabase(services.pools.jobs, { companyId: null, userId: null }, true, act)

/** Whether more may follow. A trial is rolled back except for the outcome of each line. */
async function workPortion(
  base: Context,
  { companyId, userId }: ImportRow,
  { run, facts, calls }: { run: Run; facts: FileFacts; calls: Calls },
): Promise<boolean> {
  // Cancelling it and beginning another run wait for this portion.
  const [row] = await base.db.select().from(registerImports).where(isUnderWay(run)).for('no key update')
  if (!row) return false
  const actor = await actorAt(base.db, userId, companyId)
  const ctx: Context = { ...base, actor, ability: abilityOf(actor) }
  if (!actor.isAdmin) await requireLivingPlan(ctx.db, companyId, ctx.now)
  return shownTo(ctx.db, tenantOf(actor, companyId), tenantOf(base.actor), () => workLines(ctx, row, { facts, calls }))
}

/** The lines that come next, in the reach of who imports them. */
async function workLines(
  ctx: Context,
  row: ImportRow,
  { facts, calls }: { facts: FileFacts; calls: Calls },
): Promise<boolean> {
  if (row.state === 'undoing') return undoLines(ctx, row, calls)
  const lines = await openLines(ctx, row)
  if (lines.length === 0) {
    const state = row.isTrial ? 'tried' : 'done'
    await ctx.db
      .update(registerImports)
      .set({ state, finishedAt: ctx.now, undoUntil: undoUntilOf(row, ctx.now) })
      .where(eq(registerImports.id, row.id))
    return false
  }
  if (row.isTrial) await ctx.db.execute(sql`savepoint trial`)
  const done = await carryOut(ctx, row, { lines, facts, calls })
  if (row.isTrial) {
    await ctx.db.execute(sql`rollback to savepoint trial`)
    for (const heard of [ctx.outgoingEvents, ctx.beforeCommit, ctx.afterCommit]) heard.length = 0
  }
  await keep(ctx, row, row.isTrial ? done.map(({ rowId: _, before: __, ...one }) => one) : done)
  return true
}

async function keep(ctx: Context, { id, companyId, type }: ImportRow, done: Done[]): Promise<void> {
  await ctx.db.execute(sql`
    update register_import_lines set outcome = became.outcome, errors = became.errors,
      row_id = coalesce(row_id, became."rowId"),
      before = case when row_id is null then became.before
        when row_id = became."rowId" then became.before || register_import_lines.before
        else register_import_lines.before end,
      row_revision = case when row_id is null or row_id = became."rowId" then coalesce((select made.revision
        from ${registers[type]} made where made.company_id = ${companyId} and made.id = became."rowId"), row_revision)
        else row_revision end
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb)
      as became (number int, outcome text, errors jsonb, "rowId" int, before jsonb)
    where company_id = ${companyId} and import_id = ${id} and register_import_lines.number = became.number
      and register_import_lines.number between ${done[0]?.number}::int and ${done.at(-1)?.number}::int`)
  const count = (outcome: Done['outcome']) => done.filter(one => one.outcome === outcome).length
  await ctx.db
    .update(registerImports)
    .set({
      created: sql`${registerImports.created} + ${count('created')}`,
      updated: sql`${registerImports.updated} + ${count('updated')}`,
      unchanged: sql`${registerImports.unchanged} + ${count('unchanged')}`,
      faulty: sql`${registerImports.faulty} + ${count('faulty')}`,
    })
    .where(eq(registerImports.id, id))
}

/**
 * Forgets the lines of files after their days. How columns were matched is remembered for as long as nothing newer is.
 */
export const forgetImportLines: Job<object> = {
  name: 'imports.forget-lines',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const due = new Date(Date.now() - linesKeptFor)
    const old = db.select({ id: registerImports.id }).from(registerImports).where(lt(registerImports.createdAt, due))
    const isMore = await deleteSome(db, registerImportLines, inArray(registerImportLines.importId, old))
    if (isMore) {
      await requeueIf(db, services, 'imports.forget-lines', isMore)
      return undefined
    }
    await db.execute(sql`
      delete from register_imports old where created_at < ${due.toISOString()} and exists (
        select from register_imports newer
        where newer.company_id = old.company_id and newer.user_id = old.user_id and newer.type = old.type
          and newer.id > old.id
      )`)
    return undefined
  },
}
