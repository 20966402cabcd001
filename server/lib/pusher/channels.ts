import { isOneOf } from './channelNames.ts'
import { senderOf } from './clientEvents.ts'
import { buildFrame, encodeData } from './frames.ts'
import type { OutgoingEvent } from './messages.ts'
import type { Subscription } from './subscription.ts'

/** Who hears a channel on this node. */
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

  /** How many sockets hear each of these channels; a name that ends with `*` stands for all that begin so. */
  counts(names: string | string[]): Record<string, number> {
    const found = [...this.subscriptions].filter(([channel]) => isOneOf(channel, names))
    return Object.fromEntries(found.map(([channel, listeners]) => [channel, listeners.size]))
  }

  /** Channels with at least one socket. */
  get size(): number {
    return this.subscriptions.size
  }
}

/** Whether an event tells of somebody who has come to, or gone from, a presence channel. */
export const isMembership = (event: string) => event.startsWith('pusher_internal:member_')

/** What a channel hears: what all do, and what is its own. */
export const dataIn = ({ data, own }: Pick<OutgoingEvent, 'data' | 'own'>, channel: string): unknown =>
  own?.[channel] ? { ...(data as object), ...own[channel] } : data
