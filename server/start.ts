import type { FastifyInstance } from 'fastify'
import { Problem } from '#shared/lib/problem.ts'
import { seedOffers } from './companies/startingOffers.ts'
import { mount } from './httpServer.ts'
import { AggregatedErrors } from './lib/aggregatedErrors.ts'
import { BackgroundWrites } from './lib/backgroundWrites.ts'
import { keepsLog } from './lib/backup/archiver.ts'
import { backupsOf } from './lib/backup/backUpApart.ts'
import type { RestoreRequest } from './lib/backup/restoreRequest.ts'
import { addressOf, type Config } from './lib/config/config.ts'
import type { JobServices, Services } from './lib/context.ts'
import { migrate } from './lib/db/migrate.ts'
import { clientOf, noTenant, openPools, withDatabase } from './lib/db/pools.ts'
import { loginsOf, urlFor } from './lib/db/roles.ts'
import { stopPictures } from './lib/files/pictureWork.ts'
import { storageAt } from './lib/files/s3Storage.ts'
import type { Storage } from './lib/files/storage.ts'
import { challengesOf, prepareCertificate, serveHttp, takeKept } from './lib/http/acme.ts'
import { answerAlpn } from './lib/http/alpnChallenge.ts'
import { leaving, maxSilentMs } from './lib/http/gracefulShutdown.ts'
import { allowedOrigin } from './lib/http/origins.ts'
import { createServer } from './lib/http/server.ts'
import { renewTls } from './lib/http/tlsRenewal.ts'
import { prepareJobs, startJobs } from './lib/jobs/jobs.ts'
import { createMailer } from './lib/mail/mailer.ts'
import { trustOf } from './lib/network/network.ts'
import { postgresAdapter } from './lib/nodes/postgresAdapter.ts'
import { createOutgoing } from './lib/outgoing/outgoing.ts'
import { createPushSender } from './lib/push/sender.ts'
import { LIMITS } from './lib/pusher/options.ts'
import { createPusherServer } from './lib/pusher/server.ts'
import { RecentErrors } from './lib/recentErrors.ts'
import { applyAtStart, liveSettings, nothingKept, readKept, readKeptAt } from './lib/security/keptSettings.ts'
import { openLimits, openTracelessLimits } from './lib/security/limits.ts'
import { derive, platformSecret } from './lib/security/secrets.ts'
import { signingWith } from './lib/security/signing.ts'
import { loadTexts } from './lib/texts.ts'
import { actions, fileOwners, isolation, jobs, listeners, maySay, onUserGone, topics, workers } from './registry.ts'
import { prepareSigningKey } from './sealing/keys.ts'
import { renewCertificate } from './system/certificates.ts'

export type Running = {
  app: FastifyInstance
  services: Services
  stop(): Promise<void>
  /** Stops as one of several processes on one port, which answer the calls that come. */
  leave(): Promise<void>
}

type Options = {
  worksJobs?: boolean
  /** Of a database that is only tried: the settings that it keeps are those of another tend. */
  isCopy?: boolean
  /** Where the files lie, if elsewhere than the settings say. */
  storage?: Storage
  /** Stops this tend, restores, and starts it again. */
  restore?: (asked: RestoreRequest) => void
}

/**
 * Brings up everything behind the web server on a database that `ownerUrl` names; listening is left to the caller.
 * Where another process of this tend works the jobs, this one only writes them.
 */
export async function startTend(
  config: Config,
  ownerUrl: string,
  { worksJobs = true, isCopy = false, storage: elsewhere, restore = cannotRestart }: Options = {},
): Promise<Running> {
  await migrate(ownerUrl, { isolation, prepare: () => prepareJobs(ownerUrl, jobs) })
  const kept = isCopy ? nothingKept : await readKeptAt(ownerUrl, config)
  const fault = applyAtStart(config, kept.values)
  await prepareCertificate(config, kept.values)
  const storage = elsewhere ?? storageAt(config.files, config.s3)
  const app = createServer(config)
  if (fault) app.log.error({ reason: fault }, 'The settings of the health page cannot be used')
  const onLost = (error: Error) => app.log.warn({ err: error }, 'A database connection was lost')
  const pools = openPools(ownerUrl, config.pools, onLost, config.poolerUrl)
  const serverKey = await withDatabase(pools.platform, noTenant, true, db => platformSecret(db, 'server'))
  await withDatabase(pools.platform, noTenant, true, seedOffers)
  const signing = signingWith(serverKey, config.sealingSecret)
  await withDatabase(pools.platform, noTenant, true, db => prepareSigningKey(db, signing))
  const pusher = {
    appId: config.pusher.appId ?? 'tend',
    key: config.pusher.key ?? derive(serverKey, 'pusher key').slice(0, 20),
    secret: config.pusher.secret ?? derive(serverKey, 'pusher secret'),
    activityTimeout: config.pusher.activityTimeout,
  }
  const mailer = createMailer(mailSettings(config))
  let lookAtCertificate = () => {}
  const settings = liveSettings({
    ...{ config, kept, fault, log: app.log, isCopy },
    read: () => withDatabase(pools.platform, noTenant, false, db => readKept(clientOf(db), config)),
    onChange: ({ values }) => {
      if (!config.acme) return
      takeKept(config.dataDir, values)
      lookAtCertificate()
    },
    onApplied: () => mailer.use(mailSettings(config)),
  })
  const parts: JobServices = {
    config,
    log: app.log,
    pools,
    storage,
    restore,
    settings,
    backups: backupsOf(
      () => ({
        ...{ ownerUrl, files: config.files, folder: config.backups.folder, s3: config.s3 },
        ...{ version: config.version, sealingSecret: config.sealingSecret },
        secrets: config.backups.secrets,
        databaseFolder: config.databaseUrl ? null : config.dataDir,
        continuous: keepsLog(config) ? config.dataDir : null,
      }),
      new URL('./drillProcess.ts', import.meta.url),
    ),
    mailer,
    pushes: createPushSender({
      serverKey,
      get contact() {
        return contactOf(config)
      },
    }),
    outgoing: createOutgoing(),
    realtime: createPusherServer(
      {
        ...pusher,
        log: app.log,
        allowedOrigin: allowedOrigin(config),
        trustProxy: trustOf(config),
        onSettings: () => void settings.reload(),
        maySay: async (channel, userId) => {
          const answers = await Promise.all(maySay.map(ask => ask(services, channel, userId)))
          return answers.every(Boolean)
        },
        onUserGone: (channel, userId) => {
          for (const note of onUserGone)
            note(services, channel, userId).catch(error =>
              app.log.warn({ err: error }, 'The time of a disconnect could not be stored'),
            )
        },
      },
      { ...LIMITS, socketsPerAddress: config.pusher.socketsPerAddress },
      postgresAdapter({ url: urlFor(ownerUrl, loginsOf(ownerUrl).system), log: app.log, version: config.version }),
    ),
    limits: openLimits(ownerUrl, error =>
      app.log.warn({ err: error }, 'A try was not counted, or its connection was lost'),
    ),
    tracelessLimits: openTracelessLimits(),
    backgroundWrites: new BackgroundWrites(),
    aggregatedErrors: new AggregatedErrors(app.log),
    recentErrors: new RecentErrors(),
    listeners,
    topics,
    fileOwners,
    actions,
    address: path => `${config.publicUrl ?? listeningAddress(app, config)}${path}`,
    texts: await loadTexts(),
    serverKey,
    signing,
    pusher,
  }
  const services: Services = { ...parts, jobs: await startJobs(ownerUrl, parts, worksJobs ? jobs : []) }
  await mount(app, services)
  lookAtCertificate = renewTls(app, config)
  if (config.acme && !isCopy) serveAcme(app, services)
  await services.realtime.start()
  const working = worksJobs ? workers.map(begin => begin(services)) : []
  const leaveConnections = leaving(app)
  const end = async (silentMs: number) => {
    // Sockets last: requests under way may have to tell them something.
    const { closed } = await leaveConnections(silentMs)
    await services.realtime.close()
    await stopPictures()
    await closed
    services.aggregatedErrors.flush()
    await services.backgroundWrites.drain()
    await services.backups.stop()
    await Promise.all(working.map(worker => worker.stop()))
    await services.jobs.stop()
    services.outgoing.close()
    services.mailer.close()
    services.pushes.close()
    await services.limits.close()
    await pools.close()
  }
  return {
    app,
    services,
    stop: () => end(maxSilentMs.alone),
    leave: () => end(maxSilentMs.besideOthers),
  }
}

/** A tend that nothing starts again, as in a drill. */
const cannotRestart = () => {
  throw new Problem('unavailable')
}

/** Answers the challenges of an authority for certificates, and gets one at once where none is here. */
function serveAcme(app: FastifyInstance, services: Services): void {
  const { config, settings, log } = services
  const challenges = () => challengesOf(settings.kept)
  answerAlpn(app.server, challenges)
  const plain = serveHttp({ config, challenges, reload: settings.reload, log })
  app.addHook('onClose', async () => void plain?.close())
  app.server.once('listening', () => void renewCertificate(services).catch(error => log.error({ err: error }, 'TLS')))
}

const mailSettings = ({ smtpUrl, mailFrom, dataDir }: Config) => ({
  ...{ smtpUrl, from: mailFrom },
  folder: `${dataDir}/mail`,
})

/** Address at which push services reach the operator of this tend. */
const contactOf = ({ publicUrl, mailFrom }: Config): string =>
  publicUrl?.startsWith('https:') ? publicUrl : `mailto:${/<(.+)>/.exec(mailFrom)?.[1] ?? mailFrom}`

const listeningAddress = (app: FastifyInstance, config: Config): string =>
  app.server.listening ? app.listeningOrigin : addressOf(config)
