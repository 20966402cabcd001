import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Adapter, Message, OutgoingEvent } from './adapter.ts'
import type { Subscription } from './connection.ts'
import type { Log } from './options.ts'
import { buildFrame, encodeData, isOneOf, senderOf } from './protocol.ts'

/** The subscriptions of this node by channel. */
export class Channels {
  private readonly subscriptions = new Map<string, Set<Subscription>>()

  add(subscription: Subscription): void {
    const { channel } = subscription.grant
    const listeners = this.subscriptions.get(channel) ?? new Set()
    this.subscriptions.set(channel, listeners.add(subscription))
  }

  remove(subscription: Subscription): void {
    const { channel } = subscription.grant
    const listeners = this.subscriptions.get(channel)
    if (listeners?.delete(subscription) && listeners.size === 0) this.subscriptions.delete(channel)
  }

  /** Builds the frame of each channel once and brings the same bytes to every socket in it. */
  deliver(emission: OutgoingEvent): void {
    const { channels, event, data, own, except } = emission
    const heard = channels.filter(channel => this.subscriptions.has(channel))
    if (heard.length === 0) return
    const [encoded, sender, isOfMembership] = [encodeData(data), senderOf(event, data), isMembership(event)]
    for (const channel of heard) {
      const frame = buildFrame(event, own ? dataIn(emission, channel) : encoded, channel, sender)
      for (const subscription of this.subscriptions.get(channel) ?? []) {
        if (subscription.connection.id !== except) subscription.deliver(frame, isOfMembership)
      }
    }
  }

  /** How many sockets hear each of these channels; a name that ends with `*` means all with that prefix. */
  counts(names: string | string[]): Record<string, number> {
    const found = [...this.subscriptions].filter(([channel]) => isOneOf(channel, names))
    return Object.fromEntries(found.map(([channel, listeners]) => [channel, listeners.size]))
  }

  /** Channels with at least one socket. */
  get size(): number {
    return this.subscriptions.size
  }
}

/** Whether an event says that a user entered or left a presence channel. */
export const isMembership = (event: string) => event.startsWith('pusher_internal:member_')

/** The data of an event in one channel: the common part and the channel's own. */
export const dataIn = ({ data, own }: Pick<OutgoingEvent, 'data' | 'own'>, channel: string): unknown =>
  own?.[channel] ? { ...(data as object), ...own[channel] } : data

const LONGEST_MS = 1000

type Answer = Extract<Message, { kind: 'counted' }>

/**
 * Counts the subscriptions of all nodes by asking each of them; nothing is cached, because few ask. A node that has not
 * answered after a second is dead and has no sockets.
 */
export class SubscriptionCounts {
  private readonly adapter: Adapter
  private readonly channels: Channels
  private readonly log: Log
  private readonly open = new Map<string, (answer: Answer) => void>()

  constructor(adapter: Adapter, channels: Channels, log: Log) {
    this.adapter = adapter
    this.channels = channels
    this.log = log
  }

  /**
   * How many sockets hear each of these channels that anybody hears; a name that ends with `*` means all with that
   * prefix. Rejects where the others cannot be asked.
   */
  async ask(channels: string | string[]): Promise<Map<string, number>> {
    const question = randomUUID()
    const awaited = new Set(await this.adapter.nodes())
    const counts = new Map<string, number>()
    const all = Promise.withResolvers<void>()
    this.open.set(question, ({ node, subscriptions }) => {
      for (const [channel, count] of Object.entries(subscriptions)) {
        counts.set(channel, (counts.get(channel) ?? 0) + count)
      }
      if (awaited.delete(node) && awaited.size === 0) all.resolve()
    })
    const ended = new AbortController()
    try {
      await this.adapter.send([{ kind: 'count', question, channels }])
      await Promise.race([all.promise, delay(LONGEST_MS, undefined, { signal: ended.signal })])
    } finally {
      ended.abort()
      this.open.delete(question)
    }
    return counts
  }

  /** Says what this node has. */
  answer({ question, channels }: Extract<Message, { kind: 'count' }>): void {
    const subscriptions = this.channels.counts(channels)
    this.adapter
      .send([{ kind: 'counted', question, node: this.adapter.node, subscriptions }])
      .catch(error => this.log.debug({ err: error }, 'realtime: subscription counts could not be broadcast'))
  }

  /** Notes what a node has said. */
  note(answer: Answer): void {
    this.open.get(answer.question)?.(answer)
  }
}
