/**
 * Sends messages that every node, this one included, gets in the same order. Outside a transaction they go one query at
 * a time over this node's own connection, so that they keep their order and a burst becomes one notification.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { Problem } from '#shared/lib/problem.ts'
import { clientOf, type Database } from '../db/pools.ts'
import type { Message } from '../pusher/adapter.ts'
import type { Log } from '../pusher/options.ts'
import { NotificationListener } from './notificationListener.ts'
import { notify } from './notifications.ts'

/** Nodes find the database again some moments after each other; who asks one that has not yet waits for so long. */
const REOPEN_WAIT_MS = 2000
/**
 * A grant waits for longer than a node rests that loses its line again and again (`notificationListener.ts`): its
 * socket may be at a node that has the database, where pusher-js asks for no other.
 */
const GRANT_WAIT_MS = 12_000
const GRANT_RETRY_MS = 50

/** A node's own messages come back to it as well; a barrier tells when everything before it has. */
type Barrier = { kind: 'barrier'; id: string }

export type Placed = {
  /** to be sent with what it is to follow */
  message: string
  /** resolves when the barrier has come back; rejects when it cannot any more */
  arrived: Promise<void>
  /** to be called when it was not sent after all */
  withdraw(reason: unknown): void
}

export type BusListeners = {
  receive(message: Message): void
  /** called with each new connection before the bus counts as open */
  opening(client: Client): Promise<void>
  opened(again: boolean): void
}

export class Bus {
  private readonly listener: NotificationListener
  private readonly barriers = new Map<string, { pass: () => void; fail: (reason: unknown) => void }>()
  private readonly log: Log
  private outbox: { messages: string[]; sent: PromiseWithResolvers<void> }[] = []
  private isSending = false
  private isClosing = false
  private whenOpen = Promise.withResolvers<void>()

  constructor(url: string, log: Log, { receive, opening, opened }: BusListeners) {
    this.log = log
    this.listener = new NotificationListener(url, log, {
      opening,
      opened: again => {
        this.whenOpen.resolve()
        opened(again)
      },
      receive: messages => {
        for (const message of messages as (Message | Barrier)[]) {
          if (message.kind === 'barrier') this.barriers.get(message.id)?.pass()
          else receive(message)
        }
      },
      lost: () => {
        this.whenOpen = Promise.withResolvers()
        for (const { fail } of this.barriers.values()) fail(new Problem('unavailable'))
      },
    })
  }

  /** This node's own connection. Throws `unavailable` while there is none. */
  get client(): Client {
    if (!this.listener.client) throw new Problem('unavailable')
    return this.listener.client
  }

  get isOpen(): boolean {
    return this.listener.client !== undefined
  }

  open(): Promise<void> {
    return this.listener.open()
  }

  close(): Promise<void> {
    this.isClosing = true
    this.whenOpen.resolve()
    return this.listener.close()
  }

  /**
   * Sends messages, with a transaction when it commits. Rejects with `unavailable` where there is no connection, of
   * grants for long.
   */
  async send(messages: Message[], transaction?: Database): Promise<void> {
    const encoded = messages.map(message => JSON.stringify(message))
    if (transaction) await notify(clientOf(transaction), encoded)
    else if (messages.every(({ kind }) => kind === 'grant')) await this.postGrants(encoded)
    else await this.post(encoded, REOPEN_WAIT_MS)
  }

  /** Resolves when everything that was sent before, by whichever node, has been received here. */
  async caughtUp(): Promise<void> {
    const { message, arrived, withdraw } = this.barrier(() => {})
    await Promise.all([arrived, this.post([message], REOPEN_WAIT_MS).catch(withdraw)])
  }

  /** A barrier in the order of messages; `pass` is called at the very moment when it comes back. */
  barrier(pass: () => void): Placed {
    const id = randomUUID()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // The sender may fail before it waits for this.
    promise.catch(() => {})
    const fail = (reason: unknown) => {
      this.barriers.delete(id)
      reject(reason)
    }
    this.barriers.set(id, {
      fail,
      pass: () => {
        this.barriers.delete(id)
        pass()
        resolve()
      },
    })
    if (!this.isOpen) fail(new Problem('unavailable'))
    return { message: JSON.stringify({ kind: 'barrier', id } satisfies Barrier), arrived: promise, withdraw: fail }
  }

  /** Grants that arrive twice are one, so they are sent again where the line broke on the way. */
  private async postGrants(grants: string[]): Promise<void> {
    const last = performance.now() + GRANT_WAIT_MS
    for (;;) {
      try {
        return await this.post(grants, last - performance.now())
      } catch (error) {
        if (this.isClosing || performance.now() + GRANT_RETRY_MS >= last) throw error
        await delay(GRANT_RETRY_MS)
      }
    }
  }

  private async post(messages: string[], patience: number): Promise<void> {
    if (!this.isOpen) await Promise.race([this.whenOpen.promise, delay(patience, undefined, { ref: false })])
    const sent = Promise.withResolvers<void>()
    this.outbox.push({ messages, sent })
    if (!this.isSending) void this.sendAll()
    await sent.promise
  }

  private async sendAll(): Promise<void> {
    this.isSending = true
    while (this.outbox.length > 0) {
      const posted = this.outbox.splice(0)
      try {
        await notify(
          this.client,
          posted.flatMap(({ messages }) => messages),
        )
        for (const { sent } of posted) sent.resolve()
      } catch (error) {
        this.log.debug({ err: error }, 'realtime: messages could not be sent')
        for (const { sent } of posted) sent.reject(new Problem('unavailable'))
      }
    }
    this.isSending = false
  }
}
