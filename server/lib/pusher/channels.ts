import { buildFrame } from './frames.ts'
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

  /** Builds the frame once and brings the same bytes to every socket of the channel but one. */
  deliver(channel: string, event: string, data: unknown, exceptSocketId?: string, userId?: string): void {
    const listeners = this.subscriptions.get(channel)
    if (!listeners) return
    const frame = buildFrame(event, data, channel, userId)
    for (const subscription of listeners) {
      if (subscription.connection.id !== exceptSocketId) subscription.deliver(frame)
    }
  }

  /** Channels with at least one socket. */
  get size(): number {
    return this.subscriptions.size
  }
}
