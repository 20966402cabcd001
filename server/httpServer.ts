/** Mounts everything that the server answers, with how callers are authenticated. */
import type { FastifyInstance } from 'fastify'
import { contracts } from '#shared/contracts.ts'
import { Problem } from '#shared/lib/problem.ts'
import { identifyBySession, identifyByToken, sessionOfCookie, storageCookie } from './accounts/identity.ts'
import { noteKeyUse } from './accounts/keyUse.ts'
import { fairnessKey } from './lib/concurrency/fairnessKey.ts'
import type { Services } from './lib/context.ts'
import { type Database, inTurn, noTenant } from './lib/db/pools.ts'
import { serveBroadcasting } from './lib/http/broadcasting.ts'
import { answerErrors } from './lib/http/errors.ts'
import { serveHealth } from './lib/http/health.ts'
import { registerPlugins } from './lib/http/plugins.ts'
import { serve } from './lib/http/routes.ts'
import { serveWeb } from './lib/http/web.ts'
import { describeApi } from './lib/openapi/describe.ts'
import { serveDescription } from './lib/openapi/docs.ts'
import { servePusherApi } from './lib/pusher/httpApi.ts'
import { anonymous, type Identify, type IdentifyCookie } from './lib/security/identity.ts'
import { ownerOfToken } from './lib/security/sessionToken.ts'
import { modules } from './modules.ts'
import { openedByPass } from './passes/door.ts'
import { accessVisited } from './public-links/queries.ts'
import { visitorsOf } from './public-links/visitors.ts'
import { channels, incremental, routes } from './registry.ts'
import { openedBy } from './reports/shares/visiting.ts'
import { describedEvents } from './webhooks/describedEvents.ts'

export async function mount(app: FastifyInstance, services: Services): Promise<void> {
  const { pools, config, realtime } = services
  // Callers take turns already while they are authenticated: a thousand calls of one keep no other waiting.
  const identified = <Found>(key: string, find: (db: Database) => Promise<Found>) =>
    inTurn(pools, 'platform', key, noTenant, false, find)
  // Anybody can make up any number of tokens, so these take turns among anonymous callers, by their network.
  const identifiedBy = <Found>(bearer: string, ip: string, find: (db: Database) => Promise<Found>) => {
    const owner = ownerOfToken(services.serverKey, bearer)
    return identified(owner === null ? fairnessKey(anonymous.actor, ip) : `person ${owner}`, find)
  }
  const identify: Identify = async (bearer, ip, toDo) => {
    if (!bearer) throw new Problem('unauthenticated')
    const identity = await identifiedBy(bearer, ip, db => identifyByToken(db, bearer, new Date(), toDo))
    if (identity.session?.key) noteKeyUse(services, identity, ip)
    return identity
  }
  const identifyCookie: IdentifyCookie = async cookies => {
    const sessionId = sessionOfCookie(services.serverKey, cookies[storageCookie])
    if (sessionId === null) throw new Problem('unauthenticated')
    return identified(`session ${sessionId}`, db => identifyBySession(db, sessionId, new Date()))
  }

  const identifyVisitor = visitorsOf(services, {
    link: async (ctx, link) => {
      const { company, form } = await accessVisited(ctx, link)
      return { companyId: company.id, isTraceless: form.isChannel }
    },
    share: async (ctx, link) => ({ ...(await openedBy(ctx, link)), isTraceless: false }),
    pass: async (ctx, link) => ({ ...(await openedByPass(ctx, link)), isTraceless: false }),
  })

  await registerPlugins(app, services)
  answerErrors(app, services)
  serve(app, { services, identify, identifyVisitor, routes, incremental })
  serveBroadcasting(app, services, identify, channels)
  if (config.pusher.httpApi) servePusherApi(app, realtime, services.pusher)
  for (const feature of modules) feature.serve?.(app, services, identifyCookie)
  serveHealth(app, services)
  await serveDescription(app, () =>
    describeApi(contracts, { version: config.version, url: services.address('') }, describedEvents()),
  )
  await serveWeb(app)
  app.server.on('upgrade', (request, socket, head) => {
    if (!realtime.handleUpgrade(request, socket, head)) socket.destroy()
  })
}
