/** Audit passes: managers issue them, inspectors read by them without an account. */
import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import { seededPick } from '#shared/forms/scoring/sampleSize.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { passes as calls } from '#shared/passes/contract.ts'
import { passPages } from '#shared/passes/passPage.ts'
import { maxPopulation, maxSample } from '#shared/passes/rules.ts'
import { refuseWhileActing } from '../accounts/queries.ts'
import { ofLivingCompany } from '../companies/table.ts'
import { type Context, companyOf, permitted } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { eachCompany, fairShare } from '../lib/jobs/eachCompany.ts'
import { inCompany } from '../lib/jobs/inCompany.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { hashed } from '../lib/security/passwordHash.ts'
import type { Module } from '../module.ts'
import { issuePass, noteView, passEnded, passOpened, renewPass, revokePass, tellManagers } from './commands.ts'
import { listViewers, recordOfPass } from './custody.ts'
import { previewToken } from './door.ts'
import { servePassFiles } from './files.ts'
import { followUpRoutes } from './followUp.ts'
import { packJobs, packRoutes } from './packs/module.ts'
import { accessPassRow, addressOf, listPasses, listPassLog, presentPassPage, showPass } from './queries.ts'
import { beginReading, requireKind } from './reading.ts'
import { recordsOf } from './records/kinds.ts'
import { withMarks } from './records/since.ts'
import { requestParts } from './requests/handlers.ts'
import { passes, passIsolation } from './table.ts'
import { eraseArchivedTemplates, templateRoutes } from './templates.ts'
import { getPassWritten } from './writing/module.ts'

/** Lists the passes of the company. */
export const getPasses: Handler<typeof calls.list> = (query, ctx) => listPasses(ctx, query)

export const getPass: Handler<typeof calls.get> = async ({ id }, ctx) =>
  showPass(ctx, await accessPassRow(ctx, id, 'read'))

const preparePass = async ({ pin }: Pick<HandlerInput<typeof calls.create>, 'pin'>, ctx: Context) => {
  refuseWhileActing(ctx)
  permitted(ctx, 'create', 'Pass', { companyId: companyOf(ctx) })
  return pin ? hashed(ctx, pin) : null
}

/** Issues a pass. */
export const createPass: Handler<typeof calls.create, string | null> = async ({ pin: _, ...draft }, ctx, pinHash) =>
  issuePass(ctx, draft, pinHash)

/** Issues a pass that renews an earlier one. */
export const renewEarlierPass: Handler<typeof calls.renew, string | null> = async (
  { id, pin: _, ...draft },
  ctx,
  pinHash,
) => renewPass(ctx, await accessPassRow(ctx, id, 'read'), draft, pinHash)

/** Revokes a pass, at once and for good. */
export const deletePass: Handler<typeof calls.revoke> = async ({ id }, ctx) => {
  await revokePass(ctx, await accessPassRow(ctx, id, 'delete'))
  return null
}

/** Makes an address that shows a manager what the holder of the pass sees. */
export const previewPass: Handler<typeof calls.preview> = async ({ id }, ctx) => {
  refuseWhileActing(ctx)
  const pass = await accessPassRow(ctx, id, 'read')
  return { address: addressOf(ctx.services, pass, previewToken(ctx.services, pass, ctx.now)) }
}

/** Lists the passes by which a record was viewed. */
export const getPassViewers: Handler<typeof calls.viewers> = ({ kind, recordId }, ctx) =>
  listViewers(ctx, kind, recordId)

/** Lists what was done by a pass. */
export const getPassLog: Handler<typeof calls.log> = async ({ id, ...paging }, ctx) =>
  listPassLog(ctx, await accessPassRow(ctx, id, 'read'), paging)

// What the holder of a pass reads is read in `prepare`, with no connection held, and noted in the transaction.

const prepareOpening = async (link: HandlerInput<typeof passPages.open>, ctx: Context) => {
  const reading = await beginReading(ctx, link)
  return { open: reading.open, answer: reading.people.clean(await presentPassPage(reading)) }
}

/** Opens a pass. */
export const openPass: Handler<typeof passPages.open, Awaited<ReturnType<typeof prepareOpening>>> = async (
  _,
  ctx,
  { open, answer },
) => {
  await noteView(ctx, open, { action: 'opened' })
  return answer
}

const prepareList = async ({ id, token, kind, ...filters }: HandlerInput<typeof passPages.records>, ctx: Context) => {
  const reading = await beginReading(ctx, { id, token })
  requireKind(reading, kind)
  const found = await recordsOf[kind].list(reading, filters)
  const data = reading.people.clean(await withMarks(recordsOf[kind], reading, found.data))
  return { open: reading.open, answer: { ...found, data } }
}

/** Lists records of a pass. */
export const listPassRecords: Handler<typeof passPages.records, Awaited<ReturnType<typeof prepareList>>> = async (
  { kind, ...filters },
  ctx,
  { open, answer },
) => {
  await noteView(ctx, open, { action: 'searched', kind, search: saidOf(filters), found: answer.meta.total })
  return answer
}

type Sought = Pick<
  HandlerInput<typeof passPages.records>,
  'search' | 'formId' | 'place' | 'state' | 'since' | 'from' | 'to'
>

/** Words and filters, as the log has them. */
const saidOf = ({ search, formId, place, state, since, from, to }: Sought): string =>
  [
    search,
    formId && `form ${formId}`,
    place,
    state,
    since && `since the last pass: ${since}`,
    from && `≥ ${from}`,
    to && `≤ ${to}`,
  ]
    .filter(Boolean)
    .join(' · ')

const prepareSample = async (
  { id, token, kind, seed, size, ...filters }: HandlerInput<typeof passPages.sample>,
  ctx: Context,
) => {
  const reading = await beginReading(ctx, { id, token })
  requireKind(reading, kind)
  const all = await recordsOf[kind].ids(reading, { ...filters, page: 1, perPage: 1 }, maxPopulation)
  if (all.length > maxPopulation) throw new Problem('too_large')
  const ids = seededPick(all, size, seed).map(one => one.id)
  const { data } = await recordsOf[kind].list(reading, { ids, page: 1, perPage: maxSample })
  const records = reading.people.clean(await withMarks(recordsOf[kind], reading, data))
  return { open: reading.open, answer: { population: all.length, records } }
}

/** Draws a sample of what a pass shows. */
export const drawPassSample: Handler<typeof passPages.sample, Awaited<ReturnType<typeof prepareSample>>> = async (
  { kind, seed, size, ...filters },
  ctx,
  { open, answer },
) => {
  const words = [saidOf(filters), `seed ${seed}`, `n = ${size}`].filter(Boolean).join(' · ')
  await noteView(ctx, open, { action: 'sampled', kind, search: words, found: answer.population })
  return answer
}

const prepareRecord = async ({ id, token, kind, recordId }: HandlerInput<typeof passPages.record>, ctx: Context) => {
  const reading = await beginReading(ctx, { id, token })
  return { open: reading.open, answer: await recordOfPass(reading, kind, recordId) }
}

/** Reads a record of a pass. */
export const readPassRecord: Handler<typeof passPages.record, Awaited<ReturnType<typeof prepareRecord>>> = async (
  { kind, recordId },
  ctx,
  { open, answer },
) => {
  await noteView(ctx, open, { action: 'viewed', kind, recordId })
  return answer
}

/** Passes at a time; the rest waits for the next quarter of an hour. */
const maxAtOnce = 500

/** Tells managers that a pass has ended by its time. */
export const passEndings: Job<object> = {
  name: 'passes.endings',
  schedule: '*/15 * * * *',
  work: async (_, { db, services }) => {
    const isToTell = and(
      ...[isNull(passes.endToldAt), isNull(passes.revokedAt), lte(passes.endsAt, new Date())],
      ofLivingCompany(passes.companyId),
    )
    const found = await db
      .select({ pass: passes })
      .from(passes)
      .where(fairShare(passes, isToTell, passes.endsAt, maxAtOnce))
    return async () => {
      const ended = Map.groupBy(found, ({ pass }) => pass.companyId)
      await eachCompany(services, 'passes.endings', [...ended.keys()], async companyId => {
        const ids = (ended.get(companyId) ?? []).map(({ pass }) => pass.id)
        await inCompany(services, companyId, 'pass_ends', async ctx => {
          const told = await ctx.db
            .update(passes)
            .set({ endToldAt: ctx.now })
            .where(and(eq(passes.companyId, companyId), inArray(passes.id, ids), isNull(passes.endToldAt)))
            .returning()
          for (const pass of told) await tellManagers(ctx, passEnded, pass)
        })
      })
    }
  },
}

export const passesModule: Module = {
  isolation: [...passIsolation, ...requestParts.isolation],
  routes: [
    ...requestParts.routes,
    ...routes(calls, {
      list: getPasses,
      get: getPass,
      create: { prepare: preparePass, handle: createPass },
      renew: { prepare: preparePass, handle: renewEarlierPass },
      revoke: deletePass,
      preview: previewPass,
      log: getPassLog,
      viewers: getPassViewers,
      written: getPassWritten,
    }),
    ...templateRoutes,
    ...followUpRoutes,
    ...routes(passPages, {
      open: { prepare: prepareOpening, handle: openPass },
      records: { prepare: prepareList, handle: listPassRecords },
      sample: { prepare: prepareSample, handle: drawPassSample },
      record: { prepare: prepareRecord, handle: readPassRecord },
    }),
    ...packRoutes,
  ],
  notifications: [passOpened, passEnded] as never[],
  listeners: requestParts.listeners,
  fileOwners: requestParts.fileOwners,
  jobs: [passEndings, eraseArchivedTemplates, ...packJobs],
  serve: servePassFiles,
}
