import type { FastifyInstance } from 'fastify'
import { seedOffers } from './companies/startingOffers.ts'
import { mount } from './httpServer.ts'
import { AggregatedErrors } from './lib/aggregatedErrors.ts'
import { keepsLog } from './lib/backup/archiver.ts'
import { backupsOf } from './lib/backup/backUpApart.ts'
import { addressOf, type Config } from './lib/config/config.ts'
import type { JobServices, Services } from './lib/context.ts'
import { migrate } from './lib/db/migrate.ts'
import { openPools, withDatabase } from './lib/db/pools.ts'
import { loginsOf, urlFor } from './lib/db/roles.ts'
import { stopPictures } from './lib/files/pictureWork.ts'
import { storageAt } from './lib/files/s3Storage.ts'
import type { Storage } from './lib/files/storage.ts'
import { leaving } from './lib/http/gracefulShutdown.ts'
import { allowedOrigin } from './lib/http/origins.ts'
import { createServer } from './lib/http/server.ts'
import { renewTls } from './lib/http/tlsRenewal.ts'
import { prepareJobs, startJobs } from './lib/jobs/jobs.ts'
import { createMailer } from './lib/mail/mailer.ts'
import { postgresAdapter } from './lib/nodes/postgresAdapter.ts'
import { createPushSender } from './lib/push/sender.ts'
import { LIMITS } from './lib/pusher/options.ts'
import { createPusherServer } from './lib/pusher/server.ts'
import { ReadingNotes } from './lib/readingNotes.ts'
import { RecentErrors } from './lib/recentErrors.ts'
import { openLimits, openTracelessLimits } from './lib/security/limits.ts'
import { derive, platformSecret } from './lib/security/secrets.ts'
import { signingWith } from './lib/security/signing.ts'
import { loadTexts } from './lib/texts.ts'
import { actions, fileOwners, isolation, jobs, listeners, maySay, onUserGone, topics } from './registry.ts'
import { prepareSigningKey } from './sealing/keys.ts'

export type Running = {
  app: FastifyInstance
  services: Services
  stop(): Promise<void>
  /** Stops as one of several processes on one port, which answer the calls that come. */
  leave(): Promise<void>
}

type Options = {
  worksJobs?: boolean
  /** Where the files lie, if elsewhere than the settings say. */
  storage?: Storage
}

/**
 * Brings up everything behind the web server on a database that `ownerUrl` names; listening is left to the caller.
 * Where another process of this tend works the jobs, this one only writes them.
 */
export async function startTend(
  config: Config,
  ownerUrl: string,
  { worksJobs = true, storage = storageAt(config.files, config.s3) }: Options = {},
): Promise<Running> {
  await migrate(ownerUrl, { isolation, prepare: () => prepareJobs(ownerUrl, jobs) })
  const app = createServer(config)
  const pools = openPools(ownerUrl, config.pools, error =>
    app.log.warn({ err: error }, 'A database connection was lost'),
  )
  const serverKey = await withDatabase(pools.platform, { companyId: null, userId: null }, true, db =>
    platformSecret(db, 'server'),
  )
  await withDatabase(pools.platform, { companyId: null, userId: null }, true, seedOffers)
  const signing = signingWith(serverKey, config.sealingSecret)
  await withDatabase(pools.platform, { companyId: null, userId: null }, true, db => prepareSigningKey(db, signing))
  const pusher = {
    appId: config.pusher.appId ?? 'tend',
    key: config.pusher.key ?? derive(serverKey, 'pusher key').slice(0, 20),
    secret: config.pusher.secret ?? derive(serverKey, 'pusher secret'),
    activityTimeout: config.pusher.activityTimeout,
  }
  const parts: JobServices = {
    config,
    log: app.log,
    pools,
    storage,
    backups: backupsOf(
      {
        ...{ ownerUrl, files: config.files, folder: config.backups.folder, s3: config.s3 },
        ...{ version: config.version, sealingSecret: config.sealingSecret },
        secrets: config.backups.secrets,
        databaseFolder: config.databaseUrl ? null : config.dataDir,
        continuous: keepsLog(config) ? config.dataDir : null,
      },
      new URL('./drillProcess.ts', import.meta.url),
    ),
    mailer: createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, folder: `${config.dataDir}/mail` }),
    pushes: createPushSender({ serverKey, contact: contactOf(config) }),
    realtime: createPusherServer(
      {
        ...pusher,
        log: app.log,
        allowedOrigin: allowedOrigin(config),
        trustProxy: config.trustProxy,
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
    readingNotes: new ReadingNotes(),
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
  renewTls(app, config)
  await services.realtime.start()
  const leaveConnections = leaving(app)
  const end = async () => {
    services.aggregatedErrors.flush()
    await services.readingNotes.settled()
    await services.backups.stop()
    await services.jobs.stop()
    services.mailer.close()
    services.pushes.close()
    await services.limits.close()
    await pools.close()
  }
  return {
    app,
    services,
    stop: async () => {
      await services.realtime.close()
      const closed = app.close()
      await stopPictures()
      await closed
      await end()
    },
    leave: async () => {
      // Sockets last: what is still asked may have to tell them something.
      const { closed } = await leaveConnections()
      await services.realtime.close()
      await stopPictures()
      await closed
      await end()
    },
  }
}

/** Address at which push services reach the operator of this tend. */
const contactOf = ({ publicUrl, mailFrom }: Config): string =>
  publicUrl?.startsWith('https:') ? publicUrl : `mailto:${/<(.+)>/.exec(mailFrom)?.[1] ?? mailFrom}`

const listeningAddress = (app: FastifyInstance, config: Config): string =>
  app.server.listening ? app.listeningOrigin : addressOf(config)
