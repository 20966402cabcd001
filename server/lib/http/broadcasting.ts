/**
 * /broadcasting/auth: who may listen to which channel. /broadcasting/user-auth: who is at a socket. The answers are
 * Pusher's bare JSON, outside the envelope.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { userChannel } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { fairnessKey } from '../concurrency/fairnessKey.ts'
import type { Context, Services } from '../context.ts'
import { inTurn, tenantOf } from '../db/pools.ts'
import type { GrantMatch } from '../pusher/adapter.ts'
import { InvalidSubscription, isSocketId, userChannelOf } from '../pusher/protocol.ts'
import type { PusherServer } from '../pusher/server.ts'
import type { Identify, Identity } from '../security/identity.ts'
import { bearerOf } from '../security/sessionToken.ts'

/** How a member is announced in a presence channel. */
export type Announced = { user_id: string; user_info: object }

/**
 * A kind of channel: its name, and who may join, by what is known of them (`may`) or by what the database says
 * (`join`): false, true, or how the person is announced to the others.
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
  identify: Identify,
  rules: ChannelRule[],
): void {
  for (const prefix of ['', '/api']) {
    app.post(`${prefix}/broadcasting/auth`, { config: { takesForms: true } }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return authorize(request, { services, identify, rules })
    })
    app.post(`${prefix}/broadcasting/user-auth`, { config: { takesForms: true } }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return authenticate(request, services, identify)
    })
  }
}

async function authenticate(request: FastifyRequest, { realtime }: Services, identify: Identify) {
  const bearer = bearerOf(request.headers)
  const { actor, session } = await identify(bearer, request.ip)
  if (session?.key === 'scim') throw new Problem('forbidden')
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

type Asked = { services: Services; identify: Identify; rules: ChannelRule[] }

async function authorize(request: FastifyRequest, { services, identify, rules }: Asked) {
  const { realtime } = services
  const bearer = bearerOf(request.headers)
  // Counted first, so that a revocation from here on is not missed.
  const since = realtime.revocations()
  const identity = await identify(bearer, request.ip)
  const body = Body.safeParse(request.body)
  if (!body.success || !identity.session) throw new Problem('malformed')
  if (identity.session.key === 'scim') throw new Problem('forbidden')
  const { socket_id: socketId, channel_name: channel } = body.data
  const joined = await joinChannel(services, identity, rules, channel)
  if (joined === false) throw new Problem('forbidden')
  const { id: userId } = identity.actor
  const { id: sessionId } = identity.session
  const signed = await realtime
    .authorize({ socketId, channel, userId, sessionId, ...(joined !== true && { presence: joined }) })
    .catch(refuseInvalid)
  if (realtime.isDoubtful(socketId, since))
    await askAgain(realtime, { sessionId, channel }, async () => {
      const now = await identify(bearer, request.ip)
      return (await joinChannel(services, now, rules, channel)) !== false
    })
  return signed
}

const refuseInvalid = (error: unknown): never => {
  throw error instanceof InvalidSubscription ? new Problem('malformed') : error
}

/**
 * Asks again after the grant, because a removal in between found nothing to revoke. Takes the grant back and throws
 * where the person may not any more.
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

/** Whether somebody may listen to a channel, and how they are announced there. */
export async function joinChannel(
  services: Services,
  identity: Identity,
  rules: ChannelRule[],
  channel: string,
): Promise<boolean | Announced> {
  for (const rule of rules) {
    const match = channel.match(rule.pattern)
    if (!match) continue
    // A number that no row can have names nothing.
    if (match.slice(1).some(part => Number(part) > largestId)) return false
    // A blocked person hears nothing of the company either, except for their own notifications.
    if (identity.blockedReason && channel !== userChannel(identity.actor.id)) return false
    if ('may' in rule) return rule.may(match, identity)
    const tenant = tenantOf(identity.actor)
    const pool = identity.actor.isAdmin ? 'platform' : 'isolated'
    const key = identity.actor.companyId === null ? `person ${identity.actor.id}` : fairnessKey(identity.actor, '')
    return inTurn(services.pools, pool, key, tenant, false, db => rule.join(match, { ...identity, db }))
  }
  return false
}
