import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { passRequests as calls, passRequestPages } from '#shared/passes/requests.ts'
import type { PassKind } from '#shared/passes/rules.ts'
import { type Context, companyOf, type Upload } from '../../lib/context.ts'
import { type Handler, routes } from '../../lib/http/routes.ts'
import { on } from '../../lib/ports.ts'
import type { Limit } from '../../lib/security/limits.ts'
import type { Module } from '../../module.ts'
import { taskCompleted, taskReopened } from '../../tasks/ports.ts'
import { noteView } from '../commands.ts'
import type { OpenPass, PassLink } from '../door.ts'
import { accessPassRow } from '../queries.ts'
import { beginReading, type Reading, requireKind } from '../reading.ts'
import { recordsOf } from '../records/kinds.ts'
import { requireWriting } from '../writing/writing.ts'
import {
  answerByTask,
  answerFiles,
  answerRequest,
  ask,
  askAgain,
  dueDay,
  prepareCopies,
  reopenByTask,
  withdrawRequest,
} from './commands.ts'
import {
  accessRequest,
  findRequests,
  presentToInspector,
  presentToManagers,
  requestOfTask,
  showRequest,
} from './queries.ts'
import { passRequestEntries as entries, passRequestIsolation } from './table.ts'

/** Of one pass, over all its devices. */
const asked: Limit = { name: 'requests of audit passes', tries: 60, seconds: 3600 }

const prepareAsking = async (link: PassLink, ctx: Context): Promise<Reading> => {
  const reading = await beginReading(ctx, link)
  requireWriting(reading.open)
  await ctx.services.limits.spend(asked, String(link.id))
  return reading
}

/** Throws 404 for a record outside the pass. */
async function requireWithin(reading: Reading, kind: PassKind, recordId: number): Promise<void> {
  requireKind(reading, kind)
  const { data } = await recordsOf[kind].list(reading, { ids: [recordId], page: 1, perPage: 1 })
  if (data.length === 0) throw new Problem('not_found')
}

const prepareRequest = async (
  { id, token, kind, recordId, dueOn }: HandlerInput<typeof passRequestPages.ask>,
  ctx: Context,
) => {
  const reading = await prepareAsking({ id, token }, ctx)
  if (kind && recordId) await requireWithin(reading, kind, recordId)
  dueDay(ctx, reading.open, dueOn ?? null)
  return reading
}

/** The request as the inspector reads it, on the connection of the call. */
async function shown(ctx: Context, reading: Reading, id: number) {
  const [request] = await presentToInspector(
    { ...reading, db: ctx.db },
    await findRequests(ctx, reading.open.pass, { id }),
  )
  if (!request) throw new Problem('not_found')
  return request
}

/** Asks for evidence. */
export const createRequest: Handler<typeof passRequestPages.ask, Reading> = async (
  { kind, recordId, dueOn, uuid, deviceTime, words },
  ctx,
  reading,
) => {
  const about = kind && recordId ? { kind, recordId } : { kind: null, recordId: null }
  const id = await ask(ctx, reading.open, { uuid, deviceTime, words, dueOn: dueOn ?? null, ...about })
  return shown(ctx, reading, id)
}

/** Says that the evidence is not enough. */
export const repeatRequest: Handler<typeof passRequestPages.askAgain, Reading> = async (said, ctx, reading) => {
  await askAgain(ctx, reading.open, said)
  return shown(ctx, reading, said.requestId)
}

/** Withdraws a request. */
export const removeRequest: Handler<typeof passRequestPages.withdraw, Reading> = async (said, ctx, reading) => {
  await withdrawRequest(ctx, reading.open, said)
  return shown(ctx, reading, said.requestId)
}

const prepareRequests = async (link: PassLink, ctx: Context) => {
  const reading = await beginReading(ctx, link)
  const found = await findRequests(ctx, reading.open.pass)
  return { open: reading.open, found, answer: await presentToInspector(reading, found) }
}
type Found = Awaited<ReturnType<typeof prepareRequests>>

/** Lists the requests of a pass, and notes which answers are seen for the first time. */
export const listRequests: Handler<typeof passRequestPages.list, Found> = async (_, ctx, { open, found, answer }) => {
  await noteSeen(ctx, open, found)
  return answer
}

async function noteSeen(ctx: Context, open: OpenPass, found: Found['found']): Promise<void> {
  if (open.isPreview) return
  const unseen = found.filter(({ entries: said }) => said.some(isUnseen))
  const ids = unseen.flatMap(({ entries: said }) => said.filter(isUnseen).map(({ id }) => id))
  if (ids.length === 0) return
  await ctx.db
    .update(entries)
    .set({ seenAt: ctx.now })
    .where(and(eq(entries.companyId, open.pass.companyId), inArray(entries.id, ids), isNull(entries.seenAt)))
  for (const { request } of unseen) await noteView(ctx, open, { action: 'viewed', requestNumber: request.number })
}

const isUnseen = ({ action, seenAt }: Found['found'][number]['entries'][number]) =>
  action === 'answered' && seenAt === null

/** Lists the requests of a pass for managers. */
export const getRequests: Handler<typeof calls.list> = async ({ id }, ctx) => {
  const pass = await accessPassRow(ctx, id, 'read')
  return presentToManagers(ctx, pass, await findRequests(ctx, pass))
}

/** Reads the request of a task. */
export const getRequestOfTask: Handler<typeof calls.ofTask> = async ({ taskId }, ctx) => {
  const found = await requestOfTask(ctx, companyOf(ctx), taskId)
  return found ? showRequest(ctx, found.pass, found.request.id) : null
}

const prepareAnswer = async (
  { id, uuid, copiedUuids }: HandlerInput<typeof calls.answer>,
  ctx: Context,
): Promise<Upload[]> => {
  const { request } = await accessRequest(ctx, id, 'update')
  const [same] = await ctx.db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.companyId, request.companyId), eq(entries.requestId, id), eq(entries.uuid, uuid)))
  return same ? [] : prepareCopies(ctx, copiedUuids)
}

/** Answers a request. */
export const answerEvidence: Handler<typeof calls.answer, Upload[]> = async ({ id, ...answer }, ctx, copies) => {
  const found = await accessRequest(ctx, id, 'update')
  await answerRequest(ctx, found, answer, copies)
  return showRequest(ctx, found.pass, id)
}

/** What requests for evidence bring to the module of passes. */
export const requestParts = {
  isolation: passRequestIsolation,
  routes: [
    ...routes(passRequestPages, {
      list: { prepare: prepareRequests, handle: listRequests },
      ask: { prepare: prepareRequest, handle: createRequest },
      askAgain: { prepare: prepareAsking, handle: repeatRequest },
      withdraw: { prepare: prepareAsking, handle: removeRequest },
    }),
    ...routes(calls, {
      list: getRequests,
      ofTask: getRequestOfTask,
      answer: { prepare: prepareAnswer, handle: answerEvidence },
    }),
  ],
  listeners: [on(taskCompleted, answerByTask), on(taskReopened, reopenByTask)],
  fileOwners: answerFiles,
} satisfies Module
