/**
 * One node's connection to the others: it LISTENs, hands over what it receives in the order of the commits, and is used
 * for everything that must not wait behind requests. When it is lost it is opened again, with growing pauses; messages
 * of that time are missed.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '../pusher/options.ts'
import { CHANNEL, fetchBody, isStored, parseNotification } from './notifications.ts'

const TIMEOUT_MS = 5000
/** Between attempts while the database is away: it costs little to ask, and clients wait. */
const RETRY = { firstMs: 100, maxMs: 1000 }
/** Before the first attempt after connections that did not live long: each one makes all clients come back. */
const UNSTABLE = { firstMs: 100, maxMs: 10_000, goodAfterMs: 10_000 }

export type NotificationHandlers = {
  /** the messages of one notification */
  receive(messages: unknown[]): void
  /** called with each new connection before it counts as open */
  opening(client: Client): Promise<void>
  /** open; `again` after having been lost */
  opened(again: boolean): void
  lost(): void
}

export class NotificationListener {
  private readonly url: string
  private readonly log: Log
  private readonly handlers: NotificationHandlers
  private readonly closing = new AbortController()
  private current: Client | undefined
  private inbox: string[] = []
  private shortLives = 0
  private openedAt = 0

  constructor(url: string, log: Log, handlers: NotificationHandlers) {
    this.url = url
    this.log = log
    this.handlers = handlers
  }

  /** The connection, while there is one. */
  get client(): Client | undefined {
    return this.current
  }

  /** Opens the connection for the first time. Rejects where that fails. */
  async open(): Promise<void> {
    await this.connect()
    this.handlers.opened(false)
  }

  async close(): Promise<void> {
    this.closing.abort()
    await this.current?.end()
  }

  private async connect(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'tend node',
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    })
    client.on('error', error => this.log.debug({ err: error }, 'realtime: the connection between the nodes failed'))
    client.on('notification', ({ payload = '' }) => this.accept(client, payload))
    client.on('end', () => {
      if (this.current === client) this.closed()
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      await this.handlers.opening(client)
      this.closing.signal.throwIfAborted()
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    this.current = client
    this.openedAt = performance.now()
  }

  private closed(): void {
    this.current = undefined
    this.inbox = []
    this.handlers.lost()
    if (this.closing.signal.aborted) return
    this.log.warn({}, 'realtime: the connection between the nodes was lost; nobody can subscribe until it is back')
    const isGood = performance.now() - this.openedAt > UNSTABLE.goodAfterMs
    this.shortLives = isGood ? 0 : this.shortLives + 1
    void this.reopen()
  }

  private async reopen(): Promise<void> {
    const { signal } = this.closing
    for (let attempt = 0; !signal.aborted; attempt++) {
      const pause = attempt === 0 ? growing(UNSTABLE, this.shortLives) : growing(RETRY, attempt)
      await delay(pause, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      try {
        await this.connect()
        this.log.warn({}, 'realtime: the connection between the nodes is back')
        this.handlers.opened(true)
        return
      } catch (error) {
        this.log.debug({ err: error }, 'realtime: the connection between the nodes could not be opened')
      }
    }
  }

  /** Hands over at once what can be, and what is long as soon as it is read; all in order. */
  private accept(client: Client, payload: string): void {
    if (this.inbox.length === 0 && !isStored(payload)) this.handOver(payload)
    else if (this.inbox.push(payload) === 1) void this.read(client)
  }

  private async read(client: Client): Promise<void> {
    const { inbox } = this
    try {
      for (let payload = inbox[0]; payload !== undefined; payload = inbox[0]) {
        const body = await fetchBody(client, payload)
        // The connection may have been lost while the body was fetched.
        if (this.inbox !== inbox) return
        this.handOver(body)
        inbox.shift()
      }
    } catch (error) {
      // A message was missed: clients must fetch again.
      this.log.warn({ err: error }, 'realtime: a notification could not be read')
      client.end().catch(() => {})
    }
  }

  /** A notification that cannot be parsed is logged; the connection stays. */
  private handOver(body: string): void {
    try {
      this.handlers.receive(parseNotification(body))
    } catch (error) {
      this.log.error({ err: error }, 'realtime: a notification could not be understood')
    }
  }
}

/** Twice as long each time, up to a limit, and a bit random, so that not all nodes ask at once. */
function growing({ firstMs, maxMs }: { firstMs: number; maxMs: number }, step: number): number {
  return Math.min(maxMs, firstMs * 2 ** step) * (0.5 + Math.random() / 2)
}
