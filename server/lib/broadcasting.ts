/** /broadcasting/auth: who may listen to which channel. The answer is Pusher's bare JSON, outside the envelope. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from './context.ts'
import { withDatabase } from './db/pools.ts'
import type { Identify, Identity } from './identity.ts'
import { InvalidSubscription } from './pusher/invalidSubscription.ts'
import type { Services } from './services.ts'

/** How a member is announced in a presence channel. */
export type Announced = { user_id: string; user_info: object }

/**
 * A kind of channel: its name, and who may join. `join` answers false, true, or how the person is announced to the others.
 */
export type ChannelRule = {
  pattern: RegExp
  join: (
    match: RegExpMatchArray,
    who: Pick<Context, 'actor' | 'ability' | 'db'>,
  ) => Promise<boolean | Announced> | boolean | Announced
}

const Body = z.object({ socket_id: z.string(), channel_name: z.string().max(200) })

export function serveBroadcasting(
  app: FastifyInstance,
  services: Services,
  identify: Identify,
  rules: ChannelRule[],
): void {
  for (const url of ['/broadcasting/auth', '/api/broadcasting/auth'])
    app.post(url, async request => authorize(request, services, identify, rules))
}

async function authorize(request: FastifyRequest, services: Services, identify: Identify, rules: ChannelRule[]) {
  const bearer = request.headers.authorization?.match(/^Bearer (\S+)$/i)?.[1] ?? null
  const identity = await identify(bearer)
  const body = Body.safeParse(request.body)
  if (!body.success || !identity.session) throw new Problem('malformed')
  const channel = body.data.channel_name
  const joined = await joinChannel(services, identity, rules, channel)
  if (joined === false) throw new Problem('forbidden')
  const { id: userId } = identity.actor
  const { id: sessionId } = identity.session
  try {
    const signed = services.realtime.authorize({
      socketId: body.data.socket_id,
      channel,
      userId,
      sessionId,
      ...(joined !== true && { presence: joined }),
    })
    // Somebody may have been removed between the question and the grant: then the revocation found nothing to revoke.
    if (await mayStill(services, identify, rules, bearer, channel)) return signed
    services.realtime.revoke({ sessionId, channel })
    throw new Problem('forbidden')
  } catch (error) {
    throw error instanceof InvalidSubscription ? new Problem('malformed') : error
  }
}

async function mayStill(
  services: Services,
  identify: Identify,
  rules: ChannelRule[],
  bearer: string | null,
  channel: string,
): Promise<boolean> {
  const identity = await identify(bearer).catch(() => null)
  return identity !== null && (await joinChannel(services, identity, rules, channel)) !== false
}

/** Whether somebody may listen to a channel, and how they are announced there. */
export async function joinChannel(
  services: Services,
  identity: Identity,
  rules: ChannelRule[],
  channel: string,
): Promise<boolean | Announced> {
  for (const { pattern, join } of rules) {
    const match = channel.match(pattern)
    if (!match) continue
    const tenant = { companyId: identity.actor.companyId, userId: identity.actor.id }
    return withDatabase(services.pools.walled, tenant, false, async db => join(match, { ...identity, db }))
  }
  return false
}
