/**
 * Adapter of several nodes, which share nothing but PostgreSQL: messages are notifications (`bus.ts`), presence is a
 * table (`localPresence.ts`), and a node whose lease ends (`leases.ts`) is dead. While the database is away sockets
 * stay open and nobody may join; afterwards clients reconnect, because they may have missed events.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type ClientBase, Pool } from 'pg'
import { Problem } from '#shared/lib/problem.ts'
import { clientOf, ignoreLostConnections, noTenant, withDatabase } from '../db/pools.ts'
import type { Adapter, AdapterListeners, MakeAdapter, Member, MemberList } from '../pusher/adapter.ts'
import type { Log } from '../pusher/options.ts'
import { channelKind } from '../pusher/protocol.ts'
import { Bus } from './bus.ts'
import { endLease, LEASE_TIMES, type LeaseTimes, livingNodes, removeExpired, renewLease } from './leases.ts'
import { LocalPresence } from './localPresence.ts'
import { findUserIds } from './members.ts'
import { clearStored } from './notifications.ts'

/** Longer than a healthy database takes; a client that waits for longer is disconnected and comes back. */
const LONGEST_WAIT_MS = 10_000
const CLEAR_EVERY_MS = 60_000

export type PostgresHubOptions = {
  /** the database, under the system login; not through a pooler that shares connections, which cannot LISTEN */
  url: string
  log: Log
  /** Of this tend, for those who look at its nodes. */
  version?: string
  times?: LeaseTimes
}

/** Makes the adapter of a node over a database. */
export const postgresAdapter =
  (options: PostgresHubOptions): MakeAdapter =>
  listeners =>
    new PostgresAdapter(options, listeners)

class PostgresAdapter implements Adapter {
  readonly node = randomUUID()
  private readonly log: Log
  private readonly times: LeaseTimes
  private readonly version: string | undefined
  private readonly listeners: AdapterListeners
  private readonly bus: Bus
  /** Presence has connections of its own, so that a crowd that comes back does not keep requests waiting. */
  private readonly pool: Pool
  private readonly presence: LocalPresence
  private readonly closing = new AbortController()
  private beating: Promise<void> | undefined
  private clearedAt = performance.now()

  constructor({ url, log, version, times = LEASE_TIMES }: PostgresHubOptions, listeners: AdapterListeners) {
    this.log = log
    this.times = times
    this.version = version
    this.listeners = listeners
    this.bus = new Bus(url, log, {
      receive: listeners.receive,
      opening: client => this.renew(client),
      opened: again => {
        if (again) listeners.missed()
      },
    })
    this.pool = openPool(url, log)
    const { node, bus } = this
    const inTransaction = this.inTransaction.bind(this)
    this.presence = new LocalPresence({ node, bus, log, inTransaction, userGone: listeners.userGone })
  }

  get presenceChannels(): number {
    return this.presence.size
  }

  async start(): Promise<void> {
    await this.bus.open()
    this.beating = this.beat()
  }

  send: Adapter['send'] = (messages, transaction) => this.bus.send(messages, transaction)

  caughtUp(): Promise<void> {
    return within(this.bus.caughtUp())
  }

  async join(
    channel: string,
    socketId: string,
    member: Member | undefined,
    entered: () => void,
  ): Promise<MemberList | undefined> {
    if (!this.bus.isOpen) throw new Problem('unavailable')
    if (channelKind(channel) !== 'presence') return undefined
    return within(this.presence.join(channel, socketId, member, entered))
  }

  leave(channel: string, socketId: string): Promise<void> {
    return within(this.presence.leave(channel, socketId))
  }

  userIds(channels: string[]): Promise<Map<string, string[]>> {
    return this.inTransaction(client => findUserIds(client, channels))
  }

  async nodes(): Promise<string[]> {
    return livingNodes(this.bus.client)
  }

  async close(): Promise<void> {
    this.closing.abort()
    await this.beating
    if (this.bus.isOpen) await endLease(this.bus.client, this.node).catch(() => {})
    await Promise.all([this.bus.close(), this.pool.end()])
  }

  /** A node that had no lease, or was taken for dead, writes again who is in its channels. */
  private async renew(client: ClientBase): Promise<void> {
    const held = await renewLease(client, this.node, this.times, this.version)
    this.presence.catchUp({ all: !held })
  }

  private async beat(): Promise<void> {
    const { signal } = this.closing
    while (!signal.aborted) {
      await delay(this.times.renewEveryMs, undefined, { signal }).catch(() => {})
      if (signal.aborted || !this.bus.isOpen) continue
      try {
        await this.renew(this.bus.client)
        await this.tidy(this.bus.client)
      } catch (error) {
        this.log.debug({ err: error }, 'realtime: the lease could not be renewed')
      }
    }
  }

  /** Removes what dead nodes have left, and what all have read. */
  private async tidy(client: ClientBase): Promise<void> {
    await removeExpired(client, work => this.inTransaction(work), this.listeners.userGone)
    if (performance.now() - this.clearedAt < CLEAR_EVERY_MS) return
    this.clearedAt = performance.now()
    await clearStored(client)
  }

  private inTransaction<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    return withDatabase(this.pool, noTenant, true, db => work(clientOf(db)))
  }
}

function openPool(url: string, log: Log): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'tend presence',
    max: 2,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: LONGEST_WAIT_MS / 2,
    query_timeout: LONGEST_WAIT_MS / 2,
  })
  pool.on('error', error => log.debug({ err: error }, 'realtime: a connection for presence was lost'))
  ignoreLostConnections(pool)
  return pool
}

/** Gives up after a while; the work itself continues. */
function within<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Problem('unavailable')), LONGEST_WAIT_MS)
    work.then(resolve, reject).finally(() => clearTimeout(late))
  })
}
