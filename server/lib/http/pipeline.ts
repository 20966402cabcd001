/**
 * One request from top to bottom: `answer` is the list of its steps, each a function of this file. A job that acts in a
 * company takes the same last steps (`lib/jobs/inCompany.ts`).
 */

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { scheduler } from 'node:timers/promises'
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callsOfKey } from '#shared/accounts/rules.ts'
import type { Camel } from '#shared/lib/casing.ts'
import { type Endpoint, type FileAnswer, isOpenToKeys, isPaged, isRaw, siteHeader } from '#shared/lib/contract.ts'
import { greatestWhole } from '#shared/lib/fields.ts'
import { maxAttachments } from '#shared/lib/fileKinds.ts'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { onceAnswered } from '../backgroundWrites.ts'
import { type IncrementalList, isIncremental, readIncrementally } from '../changes/incremental.ts'
import { fairnessKey } from '../concurrency/fairnessKey.ts'
import { Preparation } from '../concurrency/preparation.ts'
import type { Context, Cookie, Services } from '../context.ts'
import { inTurn, shortReads, tenantOf } from '../db/pools.ts'
import { readUpload } from '../files/uploads.ts'
import { contextFor } from '../jobs/inCompany.ts'
import { networkOf } from '../network/network.ts'
import { anonymous, type Identify, type IdentifyVisitor, type Identity } from '../security/identity.ts'
import type { Limit } from '../security/limits.ts'
import { bearerOf } from '../security/sessionToken.ts'
import { inUnitOfWork, undo, writeAfterAnswer } from '../unitOfWork.ts'
import { type Answer, findAnswer, type OnceKey, once } from './idempotency.ts'
import { readMultipart, type SentFile } from './multipart.ts'
import { readInput, userAgentOf } from './requestInput.ts'
import { sendScim } from './scim.ts'

/** A handler whose call is not known to the compiler any more. */
export type AnyHandler = {
  prepare?: (input: never, ctx: Context) => unknown
  handle?: AnyFunction | undefined
  isLong?: true | undefined
}
export type AnyFunction = (input: never, ctx: Context, prepared: never) => unknown

export type Call = {
  services: Services
  identify: Identify
  identifyVisitor: IdentifyVisitor
  endpoint: Endpoint
  handler: AnyHandler
  /** Of a list that is read incrementally. */
  incremental?: IncrementalList | undefined
}

type Validated = { input: Camel<Record<string, unknown>>; files: SentFile[] }

export async function answer(request: FastifyRequest, reply: FastifyReply, call: Call): Promise<FastifyReply> {
  const identity = await authenticate(request, call)
  await countCallOfKey(reply, call, identity)
  // What the person's earlier reads noted is written before this call reads.
  await call.services.backgroundWrites.waitFor(identity.actor.id)
  authorise(call.endpoint, identity)
  const validated = await validate(request, call, identity)
  const ctx = contextOf(request, call, identity)
  await readUploads(ctx, call, validated)
  const key = keyOf(request, call, ctx, validated.input)
  const result = (await answeredBefore(ctx, call, key)) ?? (await carryOut(ctx, call, validated.input, key, reply))
  if (ctx.afterAnswer.length > 0)
    call.services.backgroundWrites.afterAnswer(reply, ctx.actor.id, () =>
      writeAfterAnswer(ctx, poolOf(call.endpoint, ctx)),
    )
  writeCookies(reply, ctx.cookies, request.protocol === 'https')
  // Checking a large answer and writing it take a tenth of a second each: other calls run in between.
  await scheduler.yield()
  return send(reply, call.endpoint, result)
}

/**
 * Answers a reading call to somebody who did not ask: the same rights, isolation, turn and form as if they had. Throws
 * what the call throws.
 */
export async function answerUnasked(
  services: Services,
  { endpoint, handler }: Pick<Call, 'endpoint' | 'handler'>,
  identity: Identity,
  input: object,
): Promise<unknown> {
  authorise(endpoint, identity)
  const { actor, ability, session } = identity
  const pool = poolOf(endpoint, identity)
  const db = shortReads(work => inTurn(services.pools, pool, fairnessKey(actor, ''), tenantOf(actor), false, work))
  const known = { actor, ability, db, now: new Date(), locale: defaultLocale, preparation: new Preparation(), services }
  const ctx: Context = { ...contextFor(known), session }
  const prepared = await handler.prepare?.(input as never, ctx)
  ctx.preparation.end()
  const call = { services, endpoint, handler }
  const result = handler.handle
    ? await inUnitOfWork(ctx, { pool, writes: false }, within => handle(within, call, input, prepared))
    : prepared
  return (present(endpoint, result).body as { data: unknown }).data
}

async function carryOut(
  ctx: Context,
  call: Call,
  input: object,
  key: OnceKey | null,
  reply: FastifyReply,
): Promise<Answer> {
  const prepared = await prepare(ctx, call, input, reply)
  // A call that only reads is answered by what was prepared.
  if (!call.handler.handle) return present(call.endpoint, prepared)
  const result = await transact(ctx, call, within =>
    once(within, key, async () => present(call.endpoint, await handle(within, call, input, prepared))),
  )
  for (const act of ctx.afterCommit) await act()
  return result
}

/**
 * 1. Finds the caller: the person of the bearer token, the visitor of a link, or nobody. Throws `unauthenticated` or
 *    `token_expired`.
 */
async function authenticate(request: FastifyRequest, call: Call): Promise<Identity> {
  const { access, isolation, multipart } = call.endpoint
  if (access !== 'anyone')
    return call.identify(tokenOf(request, call.endpoint), request.ip, {
      toWrite: call.endpoint.method !== 'GET',
      site: siteOf(request, call.endpoint),
    })
  if (isolation === undefined || isolation === 'platform') return anonymous
  const link = request.params as { id: string; token: string }
  const { isTraceless, ...visitor } = await call.identifyVisitor(isolation, link, {
    ip: request.ip,
    bringsFile: multipart !== undefined,
  })
  if (!isTraceless && !call.endpoint.traceless) request.log.level = call.services.log.level
  return visitor
}

/** Counts a call of an API key, and says how many it has left (draft-ietf-httpapi-ratelimit-headers). */
async function countCallOfKey(reply: FastifyReply, { services }: Call, { session }: Identity): Promise<void> {
  if (!session?.key) return
  const { tries, seconds } = callsOfKey
  reply.header('ratelimit-policy', `"key";q=${tries};w=${seconds}`)
  const { left, wait } = await services.limits.count(callsOfKey, String(session.id), count =>
    onceAnswered(reply, count),
  )
  reply.header('ratelimit', `"key";r=${left};t=${wait}`)
}

/**
 * 2. Whether the role may make this call at all, whether a key may, and the company's plan. Rows are checked by the
 *    handler.
 */
function authorise(endpoint: Endpoint, { actor, ability, session, blockedReason, isPlanOver }: Identity): void {
  const { access, isCompanyScoped } = endpoint
  const isReading = endpoint.method === 'GET'
  if (session?.key && !(isOpenToKeys(endpoint) && (session.key !== 'read' || isReading))) throw new Problem('forbidden')
  if (access !== 'anyone' && (endpoint.format === 'scim') !== (session?.key === 'scim')) throw new Problem('forbidden')
  if (isCompanyScoped && blockedReason) throw new Problem(blockedReason)
  if (access !== 'anyone' && access !== 'signed-in') {
    if (blockedReason) throw new Problem(blockedReason)
    const [action, subject] = access
    if (!allows(ability, action, subject)) throw new Problem('forbidden')
    if (actor.companyId === null && !actor.isAdmin) throw new Problem('forbidden')
  }
  const needsPlan = !isOpenAfterPlanEnd(endpoint) && !actor.isAdmin && actor.companyId !== null
  if (needsPlan && isPlanOver) throw new Problem('plan_expired')
}

/** 3. Parses the input by the contract, and reads the files beside it. */
async function validate(
  request: FastifyRequest,
  { services, endpoint }: Call,
  { actor }: Identity,
): Promise<Validated> {
  const { params, query, body } = request as {
    params: Record<string, unknown>
    query: Record<string, unknown>
    body: unknown
  }
  if (!bringsFiles(endpoint, request))
    return { input: readInput(endpoint, { params, query, body, fields: {} }), files: [] }
  // A large body of somebody without an account is counted before it is read; the links of forms count by themselves.
  if (endpoint.access === 'anyone' && endpoint.isolation !== 'link')
    await limitsOf(services, endpoint).spend(anonymousUploads, networkOf(addressOf(request, services, endpoint)))
  const maxFiles = endpoint.multipart === 'attachments' && actor.id !== 0 ? maxAttachments : 1
  const { fields, files } = await readMultipart(request, maxFiles)
  return { input: readInput(endpoint, { params, query, body: null, fields }), files }
}

/** 4. Does heavy work with no connection held: first pictures and other files. */
async function readUploads(ctx: Context, { endpoint }: Call, { input, files }: Validated): Promise<void> {
  const wantsPreview = String(endpoint.multipart).startsWith('attachment') || 'hasPreview' in input
  for (const { name, content } of files)
    ctx.uploads.push({
      name,
      sentSha256: createHash('sha256').update(content).digest('hex'),
      ...(await readUpload(endpoint.multipart, { name, content }, fairnessKey(ctx.actor, ctx.ip), wantsPreview)),
    })
  ctx.upload = ctx.uploads[0] ?? null
}

/** Finds the earlier answer to the same request, so that prepared work is not counted or stored a second time. */
const answeredBefore = (ctx: Context, { handler }: Call, key: OnceKey | null): Promise<Answer | null> | null =>
  key && handler.prepare ? findAnswer(ctx, key) : null

/** Counts the call where its contract says so, and runs its own `prepare`. */
async function prepare(ctx: Context, call: Call, input: object, reply: FastifyReply): Promise<unknown> {
  const { services, endpoint, handler } = call
  try {
    if (endpoint.counted)
      await limitsOf(services, endpoint).count(endpoint.counted, String(ctx.actor.id), count =>
        onceAnswered(reply, count),
      )
    return await handler.prepare?.(input as never, ctx)
  } catch (error) {
    await undo(ctx)
    throw withDeclaredDetails(call, error)
  } finally {
    ctx.preparation.end()
  }
}

/**
 * 5. Takes a connection, in the company's turn: a transaction, or for a GET a connection that only reads. Step 7,
 *    publish, goes with its commit (`lastOf` in `lib/unitOfWork.ts`).
 */
async function transact<T>(ctx: Context, call: Call, work: (within: Context) => Promise<T>): Promise<T> {
  const { endpoint, handler, services } = call
  const kind = { pool: poolOf(endpoint, ctx), writes: endpoint.method !== 'GET' }
  const begin = () => inUnitOfWork(ctx, kind, work)
  return handler.isLong ? services.pools.turns.long.take(fairnessKey(ctx.actor, ctx.ip), begin) : begin()
}

/** Runs the handler, once. */
async function handle(
  ctx: Context,
  call: Pick<Call, 'services' | 'endpoint' | 'handler' | 'incremental'>,
  input: object,
  preparedResult: unknown,
): Promise<unknown> {
  const { handler, incremental } = call
  const run = handler.handle
  if (!run) return preparedResult
  ctx.preparation.beginHandler()
  try {
    if (!incremental || !isIncremental(input)) return await run(input as never, ctx, preparedResult as never)
    return await readIncrementally(ctx, incremental, input, async (within, asked) => {
      const { data } = (await run(asked as never, within, preparedResult as never)) as { data: { id: number }[] }
      return data
    })
  } catch (error) {
    throw withDeclaredDetails(call, error)
  }
}

/** 6. Parses the answer by the contract: undeclared fields never leave. */
function present({ returns, ...endpoint }: Endpoint, result: unknown): Answer {
  const status = endpoint.status ?? 200
  if (isRaw(returns)) return { status, body: result }
  if (endpoint.format === 'scim' && !isPaged(returns)) return { status, body: returns.parse(result) }
  if (!isPaged(returns)) return { status, body: { data: returns.parse(result) } }
  const { data, meta } = result as { data: unknown[]; meta: unknown }
  return { status, body: { data: data.map(item => returns.item.parse(item)), meta } }
}

/** Sets the cookies of an answer. */
function writeCookies(reply: FastifyReply, cookies: Map<string, Cookie>, secure: boolean): void {
  for (const [name, { value, path, days }] of cookies) {
    const options = { path, httpOnly: true, sameSite: 'strict', secure } as const
    if (value === null) reply.clearCookie(name, options)
    else reply.setCookie(name, value, { ...options, maxAge: days * 24 * 3600 })
  }
}

async function send(
  reply: FastifyReply,
  { returns, format }: Endpoint,
  { status, body }: Answer,
): Promise<FastifyReply> {
  if (format === 'scim') return sendScim(reply, status, body)
  if (!isRaw(returns)) return reply.code(status).send(body)
  const file = await (body as FileAnswer)()
  const name = encodeURIComponent(file.filename.toWellFormed())
  return reply
    .header('content-type', file.contentType ?? returns.raw)
    .header('content-disposition', `inline; filename*=UTF-8''${name}`)
    .send(file.content instanceof Uint8Array ? Buffer.from(file.content) : Readable.from(file.content))
}

/** Builds the context of a call. Until its transaction begins, `db` takes a connection per statement and only reads. */
function contextOf(request: FastifyRequest, { services, endpoint }: Call, identity: Identity): Context {
  const ip = addressOf(request, services, endpoint)
  const { actor } = identity
  const tenant = tenantOf(actor)
  return {
    ...identity,
    db: shortReads(work =>
      inTurn(services.pools, poolOf(endpoint, identity), fairnessKey(actor, ip), tenant, false, work),
    ),
    writes: false,
    now: new Date(),
    locale: toLocale((request.query as { lang?: unknown }).lang),
    upload: null,
    uploads: [],
    bearer: tokenOf(request, endpoint),
    header: name => headerOf(request, name),
    cause: endpoint.isolation === 'link' ? 'public_link' : null,
    ip,
    isPrefetch: headersOf(request).some(purpose => purpose.includes('prefetch')),
    userAgent: endpoint.traceless ? null : userAgentOf(request),
    requestCookies: endpoint.traceless ? {} : request.cookies,
    cookies: new Map(),
    preparation: new Preparation(),
    beforeCommit: [],
    deferred: [],
    outgoingEvents: [],
    afterCommit: [],
    afterAnswer: [],
    afterRollback: [],
    services,
  }
}

/** The key under which a creation is done once, where the client sent one. */
function keyOf(
  request: FastifyRequest,
  { endpoint }: Call,
  { actor, uploads }: Context,
  input: object,
): OnceKey | null {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || endpoint.status !== 201 || actor.id === 0) return null
  // A call across companies concerns no company, or names it: founding one changes the company that the session works
  // in.
  const companyId = endpoint.isolation === 'platform' ? null : actor.companyId
  return { key, companyId, request: [endpoint.path, input, ...uploads.map(({ sentSha256 }) => sentSha256)] }
}

/**
 * Reduces the details of a conflict to those that the contract declares: the present row, or the call's `conflicts`.
 * Details that do not fit are left out and logged by the names of their fields.
 */
function withDeclaredDetails({ endpoint, services }: Pick<Call, 'endpoint' | 'services'>, problem: unknown): unknown {
  if (!(problem instanceof Problem) || problem.data === undefined || problem.status !== 409) return problem
  const { code, errors, retryAfter, text } = problem
  const { returns } = endpoint
  const shape = endpoint.conflicts?.[code] ?? (isRaw(returns) || isPaged(returns) ? z.undefined() : returns)
  const details = shape.safeParse(problem.data)
  if (!details.success) {
    const fields = details.error.issues.map(({ path }) => path.join('.')).slice(0, maxFieldsLogged)
    const unfit = new Error(`Details of ${code} do not fit ${endpoint.method} ${endpoint.path}: ${fields.join(', ')}`)
    if (endpoint.traceless) services.aggregatedErrors.note(unfit)
    else services.log.error({ err: unfit }, 'The details of a conflict did not fit their contract and were left out')
  }
  return new Problem(code, { data: details.data, text, ...(errors && { errors }), ...(retryAfter && { retryAfter }) })
}

const maxFieldsLogged = 20

/** Bodies with files from one network, of people without a session. */
const anonymousUploads: Limit = { name: 'files of strangers', tries: 120, seconds: 60 }

const bringsFiles = ({ multipart }: Endpoint, request: FastifyRequest): boolean =>
  multipart !== undefined && (multipart !== 'attachments' || request.isMultipart())

const poolOf = ({ isolation }: Endpoint, { actor }: Pick<Identity, 'actor'>): 'platform' | 'isolated' =>
  isolation === 'platform' || actor.isAdmin ? 'platform' : 'isolated'

/** The token of a call. It is not read for a traceless call, also where somebody is signed in. */
const tokenOf = ({ headers }: FastifyRequest, { traceless }: Endpoint): string | null =>
  traceless ? null : bearerOf(headers)

const addressOf = ({ ip }: FastifyRequest, { tracelessLimits }: Services, { traceless }: Endpoint): string =>
  traceless ? tracelessLimits.pseudonymOf(ip) : ip

/** How browsers and clients say that nobody looks at the answer yet. */
const headersOf = ({ headers }: FastifyRequest): string[] =>
  [headers['sec-purpose'], headers.purpose].flatMap(value => value ?? [])

const limitsOf = (services: Services, { traceless }: Endpoint) =>
  traceless ? services.tracelessLimits : services.limits

/** The location that the caller looks at, for a call that is narrowed by it; null where the header names no row. */
function siteOf({ headers }: FastifyRequest, { bySite }: Endpoint): number | null {
  const named = bySite && headers[siteHeader.toLowerCase()]
  const id = typeof named === 'string' && /^[1-9]\d{0,9}$/.test(named) ? Number(named) : null
  return id !== null && id <= greatestWhole ? id : null
}

const headerOf = ({ headers }: FastifyRequest, name: string): string | null =>
  typeof headers[name] === 'string' ? headers[name].slice(0, 100) : null

/** Whether a call may be made when the company's plan has ended (`afterPlanEnd` of the contract). */
export const isOpenAfterPlanEnd = ({ method, access, afterPlanEnd }: Endpoint): boolean =>
  method === 'GET' || typeof access === 'string' || afterPlanEnd === 'open'
