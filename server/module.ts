import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#shared/lib/contract.ts'
import type { IncrementalList } from './lib/changes/incremental.ts'
import type { ActionKind, Context, Services, Topic } from './lib/context.ts'
import type { Isolation } from './lib/db/isolation.ts'
import type { FileOwners } from './lib/files/storage.ts'
import type { ChannelRule } from './lib/http/broadcasting.ts'
import type { ModuleRoutes } from './lib/http/routes.ts'
import type { Delivery } from './lib/jobs/deliveries.ts'
import type { Job } from './lib/jobs/jobs.ts'
import type { Listener, QueryProvider } from './lib/ports.ts'
import type { IdentifyCookie } from './lib/security/identity.ts'

/** Creates a row for each input of the call, in their order; all of them, or none where one is invalid. */
export type CreateMany = (drafts: object[], ctx: Context) => Promise<object[]>

/** Work that goes on until it is stopped. Unfinished parts are left to another node. */
export type Worker = { stop(): Promise<void> }

/** What a feature brings to the server; `modules.ts` lists them. */
export type Module = {
  /** Its calls with their handlers. */
  routes?: ModuleRoutes
  /** Handlers that create many rows at once where a call creates one: for imports. */
  many?: [endpoint: Endpoint, create: CreateMany][]
  /** Its lists that are read incrementally, each over a table that notes its changes. */
  incremental?: IncrementalList[]
  /** Work after a request or by the clock. */
  jobs?: Job<never>[]
  /** Its reactions to domain events of other features. */
  listeners?: Listener[]
  /** Its answers to query ports of lower features. */
  queryProviders?: QueryProvider[]
  /** Topics of its notifications. */
  notifications?: Topic<never>[]
  /** Deliveries to people by other servers: mail, push. */
  deliveries?: Delivery<never>[]
  /** The kinds of its channels, and who may join each. */
  channels?: ChannelRule[]
  /** Who may see the files that its rows name. */
  fileOwners?: FileOwners
  /** Somebody's last socket has left a presence channel; called on one node only. */
  onUserGone?: (services: Services, channel: string, userId: string) => Promise<void>
  /** Whether somebody may still say something to the others on one of its channels, at this moment. */
  maySay?: (services: Services, channel: string, userId: number) => Promise<boolean>
  /** Reach and exceptions of tenant isolation that its tables declare. */
  isolation?: Isolation[]
  /** Actions of the links in its mails. */
  actions?: ActionKind[]
  /** Work of its own in the background, on nodes that work the jobs. */
  workers?: ((services: Services) => Worker)[]
  /** Addresses beside the calls, which browsers load by themselves. */
  serve?: (app: FastifyInstance, services: Services, identify: IdentifyCookie) => void
}
