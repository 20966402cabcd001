/**
 * Counts the subscriptions of all nodes: each is asked and says what it has. Nothing is kept between two questions, since few ask.
 * A node that has not answered after a second is dead, and has no sockets.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Channels } from './channels.ts'
import type { Hub } from './hub.ts'
import type { Log } from './log.ts'
import type { Message } from './messages.ts'

const LONGEST_MS = 1000

type Answer = Extract<Message, { kind: 'counted' }>

export class SubscriptionCounts {
  private readonly hub: Hub
  private readonly channels: Channels
  private readonly log: Log
  private readonly open = new Map<string, (answer: Answer) => void>()

  constructor(hub: Hub, channels: Channels, log: Log) {
    this.hub = hub
    this.channels = channels
    this.log = log
  }

  /**
   * How many sockets hear each of these channels that anybody hears; a name that ends with `*` stands for all that begin so. Rejects
   * where the others cannot be asked.
   */
  async ask(channels: string | string[]): Promise<Map<string, number>> {
    const question = randomUUID()
    const awaited = new Set(await this.hub.nodes())
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
      await this.hub.send([{ kind: 'count', question, channels }])
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
    this.hub
      .send([{ kind: 'counted', question, node: this.hub.node, subscriptions }])
      .catch(error => this.log.debug({ err: error }, 'realtime: the subscriptions could not be told'))
  }

  /** Notes what a node has said. */
  note(answer: Answer): void {
    this.open.get(answer.question)?.(answer)
  }
}
