import type { ActionKind } from './actionKind.ts'
import type { Config } from './config/config.ts'
import type { Pools } from './db/pools.ts'
import type { Topic } from './delivery/topic.ts'
import type { Listeners } from './events.ts'
import type { FileOwners, Storage } from './files/storage.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PushSender } from './push/sender.ts'
import type { PusherServer } from './pusher/server.ts'
import type { QuietErrors } from './quietErrors.ts'
import type { Limits } from './security/limits.ts'
import type { Signing } from './security/signing.ts'
import type { TracelessLimits } from './security/tracelessLimits.ts'
import type { Texts } from './texts.ts'

/** What one running tend is made of. */
export type Services = {
  config: Config
  log: Log
  pools: Pools
  storage: Storage
  jobs: Jobs
  mailer: Mailer
  pushes: PushSender
  realtime: PusherServer
  limits: Limits
  /** The same for those of whom nothing is kept. */
  tracelessLimits: TracelessLimits
  /** What failed for them, until the day is over. */
  quietErrors: QuietErrors
  listeners: Listeners
  /** What people can be told of, by name. */
  topics: Map<string, Topic<never>>
  /** Who may see the files that features' rows name. */
  fileOwners: FileOwners
  /** What the links of mails do. */
  actions: ActionKind[]
  /** The absolute address of a path, for mails: under PUBLIC_URL, or where this tend listens. */
  address: (path: string) => string
  texts: Texts
  /** Signs links and cookies; the same on all nodes. */
  serverKey: Buffer
  /** Signs receipts and links of chains. */
  signing: Signing
  pusher: { appId: string; key: string; secret: string; activityTimeout: number }
}
