/** The composer of the server: the one place that lists the nouns. */
import fastifyCompress from '@fastify/compress'
import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import fastifyMultipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { contracts } from '#shared/contracts.ts'
import { Problem } from '#shared/lib/problem.ts'
import { forgetLinks } from './actions/commands.ts'
import { actionRoutes } from './actions/routes.ts'
import { eraseArchivedAnimalGroups } from './animal-groups/jobs.ts'
import { animalGroupRoutes } from './animal-groups/routes.ts'
import { eraseArchivedAnimals } from './animals/jobs.ts'
import { animalRoutes } from './animals/routes.ts'
import { forgetAudit } from './audit/jobs.ts'
import { auditRoutes } from './audit/routes.ts'
import { changeEmail, confirmEmail } from './auth/emails.ts'
import { endGuests } from './auth/guests.ts'
import { forgetEndedSessions } from './auth/jobs.ts'
import { accountMails } from './auth/mails.ts'
import { identifyBySession, identifyByToken } from './auth/queries.ts'
import { authRoutes } from './auth/routes.ts'
import { sessionOfCookie } from './auth/storageCookie.ts'
import { companyChannels } from './companies/channels.ts'
import { eraseArchivedCompanies } from './companies/jobs.ts'
import { removalMail } from './companies/mails.ts'
import { companyRoutes } from './companies/routes.ts'
import { removeStrayFiles } from './files/jobs.ts'
import { serveStorage } from './files/storageRoute.ts'
import { formChannels } from './forms/channels.ts'
import { eraseArchivedForms } from './forms/jobs.ts'
import { formRoutes } from './forms/routes.ts'
import { inviteMail } from './invites/mails.ts'
import { inviteRoutes } from './invites/routes.ts'
import { legalRoutes } from './legal/routes.ts'
import { type ChannelRule, serveBroadcasting } from './lib/broadcasting.ts'
import type { Config } from './lib/config.ts'
import { withDatabase } from './lib/db/pools.ts'
import { answerErrors } from './lib/errors.ts'
import { type Listener, listenersOf } from './lib/events.ts'
import { serveHealth } from './lib/health.ts'
import { forgetAnswers } from './lib/idempotency.ts'
import type { Identify } from './lib/identity.ts'
import type { Job } from './lib/jobs.ts'
import { describeError, secretPaths } from './lib/log.ts'
import { describeApi, serveDescription } from './lib/openapi.ts'
import { servePusherApi } from './lib/pusher/httpApi.ts'
import { type NounRoutes, serve } from './lib/routes.ts'
import type { Services } from './lib/services.ts'
import { serveWeb } from './lib/web.ts'
import { eraseArchivedLocations } from './locations/jobs.ts'
import { locationRoutes } from './locations/routes.ts'
import { meRoutes } from './me/routes.ts'
import { choiceMail, choiceMails } from './plans/choosing.ts'
import { planEndings, planEndMail } from './plans/jobs.ts'
import { requireLivingPlan } from './plans/queries.ts'
import { planRoutes } from './plans/routes.ts'
import { servePublicPictures } from './public-links/pictures.ts'
import { publicLinkRoutes } from './public-links/routes.ts'
import { visitorsOf } from './public-links/visitors.ts'
import { roleRoutes } from './roles/routes.ts'
import { subjectChannels } from './subjects/channels.ts'
import { eraseArchivedSubmissions } from './submissions/jobs.ts'
import { criticalAnswerMail } from './submissions/mails.ts'
import { noticeMail } from './submissions/noticeMails.ts'
import { submissionRoutes } from './submissions/routes.ts'
import { visitorRoutes } from './submissions/visitorRoutes.ts'
import { systemRoutes } from './system/routes.ts'
import { eraseArchivedTasks } from './tasks/jobs.ts'
import { taskListeners } from './tasks/listeners.ts'
import { taskRoutes } from './tasks/routes.ts'
import { userChannels } from './users/channels.ts'
import { eraseArchivedUsers } from './users/jobs.ts'
import { userRoutes } from './users/routes.ts'
import { eraseArchivedVehicles } from './vehicles/jobs.ts'
import { vehicleRoutes } from './vehicles/routes.ts'
import { workerRoutes } from './workers/routes.ts'

const routes: NounRoutes[] = [
  authRoutes,
  workerRoutes,
  meRoutes,
  userRoutes,
  actionRoutes([confirmEmail, changeEmail]),
  auditRoutes,
  legalRoutes,
  systemRoutes,
  companyRoutes,
  inviteRoutes,
  roleRoutes,
  planRoutes,
  locationRoutes,
  vehicleRoutes,
  animalGroupRoutes,
  animalRoutes,
  formRoutes,
  publicLinkRoutes,
  visitorRoutes,
  submissionRoutes,
  taskRoutes,
]

export const jobs: Job<never>[] = [
  eraseArchivedCompanies,
  eraseArchivedAnimals,
  eraseArchivedAnimalGroups,
  eraseArchivedForms,
  eraseArchivedLocations,
  eraseArchivedSubmissions,
  eraseArchivedTasks,
  eraseArchivedVehicles,
  removalMail,
  inviteMail,
  choiceMails,
  choiceMail,
  planEndings,
  planEndMail,
  forgetAnswers,
  forgetEndedSessions,
  ...accountMails,
  endGuests,
  eraseArchivedUsers,
  forgetLinks,
  forgetAudit,
  removeStrayFiles,
  criticalAnswerMail,
  noticeMail,
]

export const listeners = listenersOf([taskListeners] satisfies Record<string, Listener>[])

export const channels: ChannelRule[] = [...userChannels, ...companyChannels, ...formChannels, ...subjectChannels]

/** The web server without its services, so that they can log through it. */
export function createServer(config: Config): FastifyInstance {
  return Fastify({
    ...(config.tls && { https: config.tls }),
    logger: {
      level: config.logLevel,
      redact: { paths: secretPaths, censor: '[secret]' },
      serializers: { req: describeRequest, err: describeError },
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: 2 * 1024 * 1024,
    requestTimeout: 300_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // A stop finishes what was asked, also on connections that were kept open.
    return503OnClosing: false,
  })
}

/** Route patterns, never addresses: those of mails and public forms carry secrets. */
const describeRequest = (request: { method: string; routeOptions?: { url?: string } }) => ({
  method: request.method,
  route: request.routeOptions?.url,
})

/** Everything that the server answers. */
export async function mount(app: FastifyInstance, services: Services): Promise<void> {
  const { pools } = services
  const noTenant = { companyId: null, userId: null }
  const identify: Identify = bearer =>
    withDatabase(pools.platform, noTenant, false, db => identifyByToken(db, bearer, new Date()))
  const identifyCookie = (cookie: string | undefined) => {
    const sessionId = sessionOfCookie(services.serverKey, cookie)
    if (sessionId === null) throw new Problem('unauthenticated')
    return withDatabase(pools.platform, noTenant, false, db => identifyBySession(db, sessionId, new Date()))
  }

  await app.register(fastifyHelmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy },
    hsts: services.config.tls ? { maxAge: 31_536_000 } : false,
  })
  await app.register(fastifyCompress, { threshold: 1024 })
  await app.register(fastifyCookie)
  await app.register(fastifyMultipart)
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
  answerErrors(app, services.texts)
  serve(app, services, identify, visitorsOf(services), routes, requireLivingPlan)
  serveBroadcasting(app, services, identify, channels)
  if (services.config.pusher.httpApi) servePusherApi(app, services.realtime, services.pusher)
  servePublicPictures(app, services)
  serveStorage(app, services, async cookie => identifyCookie(cookie))
  serveHealth(app, services)
  await serveDescription(app, () => describeApi(contracts, services.config.version))
  await serveWeb(app)
  app.server.on('upgrade', (request, socket, head) => {
    if (!services.realtime.handleUpgrade(request, socket, head)) socket.destroy()
  })
}

const contentPolicy = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  // Mantine writes its theme's variables into a style element.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'blob:', 'data:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}
