/**
 * /broadcasting/auth: who may listen to which channel. /broadcasting/user-auth: who is at a socket. The answers are Pusher's bare JSON,
 * outside the envelope.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { userChannel } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../context.ts'
import { inTurn } from '../db/pools.ts'
import { type Standing, StandingChanged } from '../db/standing.ts'
import { fairnessKey } from '../heavy/companyOrPlace.ts'
import type { GrantMatch } from '../pusher/adapter.ts'
import { InvalidSubscription, isSocketId, userChannelOf } from '../pusher/protocol.ts'
import type { PusherServer } from '../pusher/server.ts'
import type { Identify, Identity, KnownIdentities } from '../security/identity.ts'
import type { Services } from '../services.ts'

/** How a member is announced in a presence channel. */
export type Announced = { user_id: string; user_info: object }

/**
 * A kind of channel: its name, and who may join, by what is known of them (`may`) or by what the database says (`join`): false, true, or how the
 * person is announced to the others.
 */
export type ChannelRule = { pattern: RegExp } & (
  | { may: (match: RegExpMatchArray, who: Pick<Context, 'actor' | 'ability'>) => boolean }
  | { join: (match: RegExpMatchArray, who: Pick<Context, 'actor' | 'ability' | 'db'>) => Promise<boolean | Announced> }
)

const UserBody = z.object({ socket_id: z.string().max(100).refine(isSocketId) })
const Body = UserBody.extend({ channel_name: z.string().max(200) })

export function serveBroadcasting(
  app: FastifyInstance,
  services: Services,
  { identify, known }: { identify: Identify; known: KnownIdentities },
  rules: ChannelRule[],
): void {
  for (const prefix of ['', '/api']) {
    app.post(`${prefix}/broadcasting/auth`, { config: { takesForms: true } }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return authorize(request, { services, identify, known, rules })
    })
    app.post(`${prefix}/broadcasting/user-auth`, { config: { takesForms: true } }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return authenticate(request, services, identify)
    })
  }
}

const bearerOf = ({ headers }: FastifyRequest) => headers.authorization?.match(/^Bearer (\S+)$/i)?.[1] ?? null

async function authenticate(request: FastifyRequest, { realtime }: Services, identify: Identify) {
  const bearer = bearerOf(request)
  const { actor, session } = await identify(bearer, request.ip)
  const body = UserBody.safeParse(request.body)
  if (!body.success || !session) throw new Problem('malformed')
  const { id: sessionId } = session
  const signed = await realtime
    .authenticate({ socketId: body.data.socket_id, userId: actor.id, sessionId })
    .catch(refuseInvalid)
  await askAgain(realtime, { sessionId, channel: userChannelOf(String(actor.id)) }, async () => {
    await identify(bearer, request.ip)
    return true
  })
  return signed
}

type Asked = { services: Services; identify: Identify; known: KnownIdentities; rules: ChannelRule[] }

/**
 * A crowd that comes back asks all at once. So who asks is taken from what is known of them, and the database confirms it together with whether they
 * may (decision 0070); only where it is not so they are looked for.
 */
async function authorize(request: FastifyRequest, { services, identify, known, rules }: Asked) {
  const { realtime } = services
  const bearer = bearerOf(request)
  if (bearer === null) throw new Problem('unauthenticated')
  const body = Body.safeParse(request.body)
  const { identity, token, standing } = await known.of(bearer, request.ip)
  const now = () => identify(bearer, request.ip)
  if (!body.success || !identity.session) {
    await now()
    throw new Problem('malformed')
  }
  const { socket_id: socketId, channel_name: channel } = body.data
  const join = async () => {
    const confirmed = { token, known: standing, isConfirmed: false }
    const joined = await joinChannel(services, identity, rules, channel, confirmed).catch(unlessChanged)
    if (joined || confirmed.isConfirmed) return joined
    known.forget(bearer)
    return joinChannel(services, await now(), rules, channel)
  }
  const since = realtime.revocations()
  const joined = await join()
  if (joined === false) throw new Problem('forbidden')
  const { id: userId } = identity.actor
  const { id: sessionId } = identity.session
  const signed = await realtime
    .authorize({ socketId, channel, userId, sessionId, ...(joined !== true && { presence: joined }) })
    .catch(refuseInvalid)
  if (realtime.isDoubtful(socketId, since))
    await askAgain(realtime, { sessionId, channel }, async () => (await join()) !== false)
  return signed
}

const unlessChanged = (error: unknown): false => {
  if (error instanceof StandingChanged) return false
  throw error
}

const refuseInvalid = (error: unknown): never => {
  throw error instanceof InvalidSubscription ? new Problem('malformed') : error
}

/**
 * Somebody may have been removed between the question and the grant: then the revocation found nothing to revoke. Whoever may not any
 * more, or is not known to, loses the grant again. Throws what says so.
 */
async function askAgain(realtime: PusherServer, grant: GrantMatch, may: () => Promise<boolean>): Promise<void> {
  const refusal = await may().then(
    allowed => (allowed ? null : new Problem('forbidden')),
    error => error,
  )
  if (refusal === null) return
  await realtime.revoke(grant)
  throw refusal
}

/** As large as the database's own. */
const largestId = 2_147_483_647

/** Whether somebody may listen to a channel, and how they are announced there. Throws StandingChanged where `standing` is not true any more. */
export async function joinChannel(
  services: Services,
  identity: Identity,
  rules: ChannelRule[],
  channel: string,
  standing?: Standing,
): Promise<boolean | Announced> {
  for (const rule of rules) {
    const match = channel.match(rule.pattern)
    if (!match) continue
    // A number that no row can have names nothing.
    if (match.slice(1).some(part => Number(part) > largestId)) return false
    // Whoever may do nothing in the company for now hears nothing of it either, but for their own notices.
    if (identity.held && channel !== userChannel(identity.actor.id)) return false
    const mayAsKnown = 'may' in rule ? rule.may(match, identity) : undefined
    if (mayAsKnown === false || (mayAsKnown && !standing)) return mayAsKnown
    const tenant = { companyId: identity.actor.companyId, userId: identity.actor.id, standing }
    const pool = identity.actor.isAdmin ? 'platform' : 'walled'
    const whose = identity.actor.companyId === null ? `person ${identity.actor.id}` : fairnessKey(identity.actor, '')
    return inTurn(services.pools, pool, whose, tenant, false, async db =>
      'join' in rule ? rule.join(match, { ...identity, db }) : true,
    )
  }
  return false
}
