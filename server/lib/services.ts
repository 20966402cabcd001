import type { Config } from './config.ts'
import type { Pools } from './db/pools.ts'
import type { Listeners } from './events.ts'
import type { Jobs } from './jobs.ts'
import type { Limits } from './limits.ts'
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
  limits: Limits
  listeners: Listeners
  /** The absolute address of a path, for mails: under PUBLIC_URL, or where this tend listens. */
  address: (path: string) => string
  texts: Texts
  /** Signs links and cookies; the same on all nodes. */
  serverKey: Buffer
  pusher: { appId: string; key: string; secret: string; activityTimeout: number }
}
