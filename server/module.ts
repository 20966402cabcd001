import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#shared/lib/contract.ts'
import type { ActionKind, Context, Services, Topic } from './lib/context.ts'
import type { Isolation } from './lib/db/isolation.ts'
import type { FileOwners } from './lib/files/storage.ts'
import type { ChannelRule } from './lib/http/broadcasting.ts'
import type { ModuleRoutes } from './lib/http/routes.ts'
import type { Delivery } from './lib/jobs/deliveries.ts'
import type { Job } from './lib/jobs/jobs.ts'
import type { Listener, QueryProvider } from './lib/ports.ts'
import type { IdentifyCookie } from './lib/security/identity.ts'

/** Makes rows of inputs as the call takes them, in their order: all of them, or with what is wrong with one none. */
export type CreateMany = (drafts: object[], ctx: Context) => Promise<object[]>

/** What a feature brings to the server; `modules.ts` lists them. */
export type Module = {
  /** Its calls with what answers them. */
  routes?: ModuleRoutes
  /** What makes many rows at once where one of its calls makes one: for imports. */
  many?: [endpoint: Endpoint, create: CreateMany][]
  /** What it does after a request or by the clock. */
  jobs?: Job<never>[]
  /** Its reactions to what other features announce. */
  listeners?: Listener[]
  /** What it knows that lower features ask. */
  queryProviders?: QueryProvider[]
  /** What it tells people of. */
  notifications?: Topic<never>[]
  /** How it brings things to people, by servers of others. */
  deliveries?: Delivery<never>[]
  /** The kinds of its channels, and who may join each. */
  channels?: ChannelRule[]
  /** Of files that its rows name: who may see them. */
  fileOwners?: FileOwners
  /** Somebody's last socket has left a presence channel; called on one node only. */
  onUserGone?: (services: Services, channel: string, userId: string) => Promise<void>
  /** Whether somebody may still say something to the others on one of its channels, at this moment. */
  maySay?: (services: Services, channel: string, userId: number) => Promise<boolean>
  /** Exceptions of tenant isolation that its tables declare. */
  isolation?: Isolation[]
  /** What the links of its mails do. */
  actions?: ActionKind[]
  /** Addresses beside the calls: what browsers load by themselves. */
  serve?: (app: FastifyInstance, services: Services, identify: IdentifyCookie) => void
}
