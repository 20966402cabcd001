/**
 * How one request travels, the same for all: identify the actor, check that the role may make this call at all, parse the input by
 * the contract, take a connection with the company set, run the handler, parse the answer by the contract, tell browsers with the commit.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Camel } from '#shared/lib/casing.ts'
import {
  type Contract,
  type Endpoint,
  type FileAnswer,
  type HandlerInput,
  type HandlerResult,
  isPaged,
  isRaw,
} from '#shared/lib/contract.ts'
import { maxAttachments } from '#shared/lib/fileKinds.ts'
import { toLocale } from '#shared/lib/language.ts'
import { Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import type { Context, Upload } from '../context.ts'
import { type Database, inTurn, isRolledBack, withCommit } from '../db/pools.ts'
import type { Standing } from '../db/standing.ts'
import { type Document, readAttachment } from '../files/attachment.ts'
import { readLogo } from '../files/logo.ts'
import { previewOf, readPicture } from '../files/picture.ts'
import { inRounds, type Worked } from '../heavy/apart.ts'
import { fairnessKey } from '../heavy/companyOrPlace.ts'
import { networkOf } from '../network/network.ts'
import {
  anonymous,
  type Identify,
  type IdentifyVisitor,
  type Identity,
  type KnownIdentities,
} from '../security/identity.ts'
import type { Limit } from '../security/limits.ts'
import type { Services } from '../services.ts'
import { writeCookies } from './cookies.ts'
import { type Answer, once } from './idempotency.ts'
import { readMultipart, type SentFile } from './multipart.ts'
import { goesOnAfterPlanEnd } from './planEnd.ts'
import { inputOf, readInput, userAgentOf } from './requestInput.ts'
import { asWhoAsks, bringsFiles } from './whoAsks.ts'

/** What answers a call: a named function that the routes of its feature list. */
export type Handler<E extends Endpoint> = (
  input: HandlerInput<E>,
  ctx: Context,
) => Promise<HandlerResult<E>> | HandlerResult<E>

export type Handlers<Calls extends Contract> = { [Name in keyof Calls]: Handler<Calls[Name]> }

type AnyHandler = (input: Camel<Record<string, unknown>>, ctx: Context) => unknown
export type ModuleRoutes = { endpoint: Endpoint; handler: AnyHandler }[]

/** The calls of a feature with what answers them. */
export const routes = <Calls extends Contract>(calls: Calls, handlers: Handlers<Calls>): ModuleRoutes =>
  Object.entries(calls).map(([name, endpoint]) => ({
    endpoint,
    handler: handlers[name] as unknown as AnyHandler,
  }))

/** Serves the calls of all features below /api. */
export function serve(
  app: FastifyInstance,
  services: Services,
  who: Pick<Call, 'identify' | 'identifyVisitor' | 'known'>,
  routes: ModuleRoutes,
): void {
  for (const { endpoint, handler } of routes)
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      config: { takesForms: endpoint.takesForms === true },
      ...(isUntold(endpoint) && { logLevel: 'silent' }),
      handler: async (request, reply) => answer(request, reply, { services, ...who, endpoint, handler }),
    })
}

/**
 * Calls of which the log has no line, at no level: a line bears its moment. Whether a public form is a reporting channel is known only when
 * its link was found (`whoAsks`).
 */
const isUntold = ({ traceless, wall }: Endpoint): boolean => traceless === true || wall === 'link'

/** Bodies with files from one place, of whoever has no session. */
const anonymousUploads: Limit = { name: 'files of strangers', tries: 120, seconds: 60 }

type Call = {
  services: Services
  identify: Identify
  identifyVisitor: IdentifyVisitor
  known: KnownIdentities
  endpoint: Endpoint
  handler: AnyHandler
}

async function answer(request: FastifyRequest, reply: FastifyReply, call: Call): Promise<FastifyReply> {
  const { endpoint } = call
  const sent = request.headers.authorization?.match(/^Bearer (\S+)$/i)?.[1] ?? null
  // Whoever wants no trace of themselves may be signed in all the same: their token is not looked at.
  const bearer = endpoint.traceless ? null : sent
  return asWhoAsks(
    { ...call, identifyAnew: () => whoAsks(request, call, bearer) },
    request,
    bearer,
    (identity, standing) => answerTo(identity, standing, request, reply, call, bearer),
  )
}

async function answerTo(
  identity: Identity,
  standing: Standing | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  bearer: string | null,
): Promise<FastifyReply> {
  const { services, endpoint } = call
  const ip = endpoint.traceless ? services.tracelessLimits.placeOf(request.ip) : request.ip
  const limits = endpoint.traceless ? services.tracelessLimits : services.limits
  requireAccess(endpoint, identity)
  const isMultipart = bringsFiles(endpoint, request)
  // Of nobody known nothing big is read before it was counted; the links of forms count by themselves.
  if (isMultipart && endpoint.access === 'anyone' && endpoint.wall !== 'link')
    await limits.spend(anonymousUploads, networkOf(ip))
  const { fields, files } = isMultipart
    ? await readMultipart(request, endpoint.multipart === 'attachments' && identity.actor.id !== 0 ? maxAttachments : 1)
    : { fields: {}, files: [] }
  const input = isMultipart
    ? readInput(endpoint, {
        params: request.params as Record<string, unknown>,
        query: request.query as Record<string, unknown>,
        body: null,
        fields,
      })
    : inputOf(endpoint, request)
  const whose = fairnessKey(identity.actor, ip)
  const wantsPreview = String(endpoint.multipart).startsWith('attachment') || 'hasPreview' in input
  const uploads: Upload[] = []
  for (const file of files)
    uploads.push({
      name: file.name,
      sentSha256: createHash('sha256').update(file.content).digest('hex'),
      ...(await readUpload(endpoint, file, whose, wantsPreview)),
    })
  if (needsPlan(endpoint, identity) && identity.isPlanOver) throw new Problem('plan_expired')
  if (endpoint.counted) await limits.spend(endpoint.counted, String(identity.actor.id))
  const writes = endpoint.method !== 'GET'
  const platform = endpoint.wall === 'platform' || identity.actor.isAdmin
  const tenant = { companyId: identity.actor.companyId, userId: identity.actor.id || null, standing }

  const pool = platform ? 'platform' : 'walled'
  const worked: Worked = new Map()
  const now = new Date()
  const { ctx, result } = await inRounds(worked, async () => {
    let ctx: Context | undefined
    let finished = false
    const work = async (db: Database) => {
      ctx = {
        ...identity,
        db,
        now,
        locale: toLocale((request.query as { lang?: unknown }).lang),
        upload: uploads[0] ?? null,
        uploads,
        bearer,
        formPin: headerOf(request, 'form-pin'),
        caseCode: headerOf(request, 'case-code'),
        cause: endpoint.wall === 'link' ? 'public_link' : null,
        ip,
        userAgent: endpoint.traceless ? null : userAgentOf(request),
        sentCookies: endpoint.traceless ? {} : request.cookies,
        cookies: new Map(),
        beforeCommit: [],
        emissions: [],
        afterCommit: [],
        afterRollback: [],
        worked,
        services,
      }
      const done = await run(ctx, call, input, request)
      const { beforeCommit, emissions } = ctx
      for (const act of beforeCommit) await act()
      await withCommit(db, () => services.realtime.publish(emissions, db))
      finished = true
      return done
    }
    const result = await inTurn(services.pools, pool, whose, tenant, writes, work).catch(async error => {
      // A commit whose answer was lost may have happened; then what belongs to it must stay.
      if (ctx && (!finished || isRolledBack(error))) await Promise.allSettled(ctx.afterRollback.map(undo => undo()))
      throw error
    })
    return { ctx, result }
  })
  if (ctx) {
    for (const act of ctx.afterCommit) act()
    writeCookies(reply, ctx.cookies, request.protocol === 'https')
  }
  return isRaw(endpoint.returns)
    ? sendFile(reply, result.body as FileAnswer, endpoint.returns.raw)
    : reply.code(result.status).send(result.body)
}

async function whoAsks(request: FastifyRequest, call: Call, bearer: string | null): Promise<Identity> {
  const { access, wall, multipart } = call.endpoint
  if (access !== 'anyone') return call.identify(bearer, request.ip, { toWrite: !goesOnAfterPlanEnd(call.endpoint) })
  if (wall !== 'link' && wall !== 'share') return anonymous
  const link = request.params as { id: string; token: string }
  const { isTraceless, ...visitor } = await call.identifyVisitor(wall, link, {
    ip: request.ip,
    bringsFile: multipart !== undefined,
  })
  if (!isTraceless && !call.endpoint.traceless) request.log.level = call.services.log.level
  return visitor
}

async function readUpload({ multipart }: Endpoint, { name, content }: SentFile, whose: string, wantsPreview: boolean) {
  if (multipart === 'workbook' || multipart === 'piece') return { ...asSent(content), preview: null }
  if (multipart === 'logo') return { ...(await readLogo(content, whose)), preview: null }
  const isAttachment = multipart === 'attachment' || multipart === 'attachments'
  const read = isAttachment ? await readAttachment(content, name, whose) : await readPicture(content, whose)
  return { ...read, preview: wantsPreview && read.width !== null ? await previewOf(read.content, whose) : null }
}

/** A file whose handler looks into it itself, and keeps nothing of it. */
const asSent = (content: Buffer): Document => ({
  content,
  contentType: 'application/octet-stream',
  extension: 'bin',
  width: null,
  height: null,
})

const headerOf = ({ headers }: FastifyRequest, name: string): string | null =>
  typeof headers[name] === 'string' ? headers[name].slice(0, 100) : null

function requireAccess({ access, isCompanyScoped }: Endpoint, { actor, ability, held }: Identity): void {
  if (isCompanyScoped && held) throw new Problem(held)
  if (access === 'anyone' || access === 'signed-in') return
  if (held) throw new Problem(held)
  const [action, subject] = access
  if (!allows(ability, action, subject)) throw new Problem('forbidden')
  if (actor.companyId === null && !actor.isAdmin) throw new Problem('forbidden')
}

/** Whether the call writes for the company, which it may not when the plan has ended. */
const needsPlan = (endpoint: Endpoint, { actor }: Identity): boolean =>
  !goesOnAfterPlanEnd(endpoint) && !actor.isAdmin && actor.companyId !== null

/** Runs the handler, once per Idempotency-Key where the call creates and the client sent one. */
async function run(ctx: Context, { endpoint, handler }: Call, input: object, request: FastifyRequest): Promise<Answer> {
  const handlerAnswer = async () => {
    try {
      return await handler(input as Camel<Record<string, unknown>>, ctx)
    } catch (error) {
      throw error instanceof Problem ? declared(endpoint, error) : error
    }
  }
  const work = async () => {
    const result = await handlerAnswer()
    return { status: endpoint.status ?? 200, body: envelope(endpoint, result) }
  }
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || endpoint.status !== 201 || ctx.actor.id === 0) return work()
  const { serverKey } = ctx.services
  // A call outside the wall concerns no company, or names it: founding one changes the company that the session works in.
  const whose = { userId: ctx.actor.id, companyId: endpoint.wall === 'platform' ? null : ctx.actor.companyId }
  return once(
    { db: ctx.db, serverKey },
    whose,
    key,
    [endpoint.path, input, ...ctx.uploads.map(({ sentSha256 }) => sentSha256)],
    work,
  )
}

/** The answer as the contract has it: what it does not declare never leaves. */
function envelope({ returns }: Endpoint, result: unknown): unknown {
  if (isRaw(returns)) return result
  if (isPaged(returns)) {
    const { data, meta } = result as { data: unknown[]; meta: unknown }
    return { data: data.map(item => returns.item.parse(item)), meta }
  }
  return { data: returns.parse(result) }
}

/** A conflict with the row as it is now: of that, too, what the contract does not declare never leaves. */
function declared({ returns }: Endpoint, problem: Problem): Problem {
  if (problem.data === undefined || problem.status !== 409 || isRaw(returns) || isPaged(returns)) return problem
  const row = returns.safeParse(problem.data)
  if (!row.success) return problem
  const { code, errors, retryAfter, text } = problem
  return new Problem(code, { data: row.data, text, ...(errors && { errors }), ...(retryAfter && { retryAfter }) })
}

async function sendFile(reply: FastifyReply, make: FileAnswer, contentType: string): Promise<FastifyReply> {
  const file = await make()
  const name = encodeURIComponent(file.filename.toWellFormed())
  return reply
    .header('content-type', file.contentType ?? contentType)
    .header('content-disposition', `inline; filename*=UTF-8''${name}`)
    .send(file.content instanceof Uint8Array ? Buffer.from(file.content) : Readable.from(file.content))
}
