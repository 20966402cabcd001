/**
 * The hub of several nodes: they share nothing but PostgreSQL. Messages are notifications (`bus.ts`), presence is a table
 * (`members.ts`), and each node holds a lease (`leases.ts`); who does not renew it is dead, and the others remove its members.
 *
 * While the database is away everything that is open stays open and hears nothing, and nobody new may enter. Once it is back, each
 * node writes who is in its channels, and its clients are told to begin anew, since they may have missed something.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type ClientBase, Pool } from 'pg'
import { Problem } from '#shared/lib/problem.ts'
import { clientOf, outliveLosses, withDatabase } from '../db/pools.ts'
import { channelKind } from '../pusher/channelNames.ts'
import type { Hub, HubListeners, MakeHub } from '../pusher/hub.ts'
import type { Log } from '../pusher/log.ts'
import type { Member, MemberList } from '../pusher/presence.ts'
import { Bus } from './bus.ts'
import { ChannelWork, type Request } from './channelWork.ts'
import { endLease, LEASE_TIMES, type LeaseTimes, livingNodes, renewLease } from './leases.ts'
import { changeMembers, findUserIds, type Sockets, type Turnover, turnoverEvents } from './members.ts'
import { clearStored, notify } from './notifications.ts'
import { sweep } from './sweep.ts'

/** Longer than a healthy database lets anybody wait; whoever waits for longer is sent away and comes back. */
const LONGEST_WAIT_MS = 10_000
const CLEAR_EVERY_MS = 60_000

export type PostgresHubOptions = {
  /** the database, under the system login */
  url: string
  log: Log
  times?: LeaseTimes
}

/** Makes the hub of a node over a database. */
export const postgresHub =
  (options: PostgresHubOptions): MakeHub =>
  listeners =>
    new PostgresHub(options, listeners)

class PostgresHub implements Hub {
  readonly node = randomUUID()
  private readonly log: Log
  private readonly times: LeaseTimes
  private readonly listeners: HubListeners
  private readonly bus: Bus
  /** Presence has connections of its own, so that a crowd that comes back does not keep requests waiting. */
  private readonly pool: Pool
  private readonly work = new ChannelWork((channel, requests) => this.change(channel, requests))
  /** who is in a presence channel by a socket of this node, whatever the database knows of it */
  private readonly here = new Map<string, Sockets>()
  /** joins and leaves that the database does not know of yet */
  private unsettled: [channel: string, socketId: string, member: Member][] = []
  private readonly closing = new AbortController()
  private beating: Promise<void> | undefined
  private clearedAt = performance.now()

  constructor({ url, log, times = LEASE_TIMES }: PostgresHubOptions, listeners: HubListeners) {
    this.log = log
    this.times = times
    this.listeners = listeners
    this.bus = new Bus(url, log, {
      receive: listeners.receive,
      opening: client => this.renew(client),
      opened: again => {
        if (again) listeners.missed()
      },
    })
    this.pool = new Pool({
      connectionString: url,
      application_name: 'tend presence',
      max: 2,
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: LONGEST_WAIT_MS / 2,
      query_timeout: LONGEST_WAIT_MS / 2,
    })
    this.pool.on('error', error => log.debug({ err: error }, 'realtime: a connection for presence was lost'))
    outliveLosses(this.pool)
  }

  get presenceChannels(): number {
    return this.here.size
  }

  async start(): Promise<void> {
    await this.bus.open()
    this.beating = this.beat()
  }

  send: Hub['send'] = (messages, transaction) => this.bus.send(messages, transaction)

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
    if (member) {
      const sockets = this.here.get(channel) ?? new Map<string, Member>()
      this.here.set(channel, sockets.set(socketId, member))
    }
    return within(this.work.add(channel, { socketId, member, entered }))
  }

  async leave(channel: string, socketId: string): Promise<void> {
    const sockets = this.here.get(channel)
    const member = sockets?.get(socketId)
    if (!sockets || !member) return
    sockets.delete(socketId)
    if (sockets.size === 0) this.here.delete(channel)
    await within(this.settle(channel, socketId, member))
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

  /** Lets the database know whether a socket is in a channel, now or when it is back. */
  private async settle(channel: string, socketId: string, member: Member): Promise<void> {
    try {
      if (!this.bus.isOpen) throw new Problem('unavailable')
      await this.work.add(channel, { socketId, member })
    } catch (error) {
      this.log.debug({ err: error, channel }, 'realtime: presence is written later')
      this.unsettled.push([channel, socketId, member])
    }
  }

  /** Writes joins and leaves of this node's sockets, as they are by now, and tells everybody who has come and who has gone. */
  private async change(channel: string, requests: Request[]): Promise<MemberList> {
    const [joining, leaving] = [new Map(), new Map()] satisfies [Sockets, Sockets]
    for (const { socketId, member } of requests) {
      const present = this.here.get(channel)?.get(socketId)
      if (present) joining.set(socketId, present)
      else if (member) leaving.set(socketId, member)
    }
    const entering = requests.flatMap(({ entered }) => entered ?? [])
    const asksForList = entering.length > 0
    const mark =
      asksForList &&
      this.bus.mark(() => {
        for (const entered of entering) entered()
      })
    const changed = await this.inTransaction(async client => {
      const done = await changeMembers(client, this.node, channel, { joining, leaving, asksForList })
      await this.tell(client, channel, done, mark ? [mark.message] : [])
      return done
    }).catch(error => {
      if (mark) mark.withdraw(error)
      throw error
    })
    this.bidFarewell(channel, changed)
    if (mark) await mark.arrived
    return listOf(changed.members)
  }

  private bidFarewell(channel: string, { removed }: Turnover): void {
    for (const userId of removed) this.listeners.userGone(channel, userId)
  }

  private async tell(client: ClientBase, channel: string, turnover: Turnover, marks: string[]): Promise<void> {
    const messages = [...turnoverEvents(channel, turnover).map(message => JSON.stringify(message)), ...marks]
    if (messages.length > 0) await notify(client, messages)
  }

  /** Renews the lease. A node that had none, or was taken for dead, writes again who is in its channels. */
  private async renew(client: ClientBase): Promise<void> {
    const held = await renewLease(client, this.node, this.times)
    const put = (channel: string, socketId: string, member: Member) => void this.settle(channel, socketId, member)
    if (!held) for (const [channel, sockets] of this.here) for (const socket of sockets) put(channel, ...socket)
    for (const leave of this.unsettled.splice(0)) put(...leave)
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
    await sweep(client, {
      inTransaction: work => this.inTransaction(work),
      tell: (own, channel, turnover) => this.tell(own, channel, turnover, []),
      swept: (channel, turnover) => this.bidFarewell(channel, turnover),
    })
    if (performance.now() - this.clearedAt < CLEAR_EVERY_MS) return
    this.clearedAt = performance.now()
    await clearStored(client)
  }

  private inTransaction<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    return withDatabase(this.pool, { companyId: null, userId: null }, true, db => work(clientOf(db)))
  }
}

function listOf(members: Member[]): MemberList {
  return {
    presence: {
      ids: members.map(({ user_id }) => user_id),
      hash: Object.fromEntries(members.map(({ user_id, user_info }) => [user_id, user_info])),
      count: members.length,
    },
  }
}

/** Gives up after a while; the work itself goes on. */
async function within<T>(work: Promise<T>): Promise<T> {
  const ended = new AbortController()
  const late = delay(LONGEST_WAIT_MS, undefined, { signal: ended.signal }).then(() => {
    throw new Problem('unavailable')
  })
  try {
    return await Promise.race([work, late])
  } finally {
    ended.abort()
  }
}
