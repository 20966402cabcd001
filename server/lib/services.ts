import type { Config } from './config.ts'
import type { Pools } from './db/pools.ts'
import type { Listeners } from './events.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mailer.ts'
import type { PusherServer } from './pusher/server.ts'
import type { Storage } from './storage.ts'
import type { Texts } from './texts.ts'

/** What one running tend is made of. */
export type Services = {
  config: Config
  log: Log
  pools: Pools
  storage: Storage
  jobs: Jobs
  mailer: Mailer
  realtime: PusherServer
  listeners: Listeners
  texts: Texts
  /** Signs links and cookies; the same on all nodes. */
  serverKey: Buffer
  pusher: { appId: string; key: string; secret: string; activityTimeout: number }
}
