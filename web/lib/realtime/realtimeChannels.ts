/**
 * The channels that this browser listens to, which survive the pusher-js client: when that is replaced they are
 * subscribed to again. After each connection it says when screens must be read again: when all channels have an answer
 * and one of them is live, because an earlier reading would leave a gap.
 */
import type { Channel } from 'pusher-js'
import { withJitter } from '../retry.ts'

export type Pusher = import('pusher-js').default

/** Hears every event of a channel, `pusher:subscription_succeeded` and `pusher:member_added` among them. */
export type Listener = (event: string, data: unknown) => void

export type RealtimeChannelsOptions = {
  /** the request for a channel was answered 401: renew the token, or notice that the session is over */
  onUnauthorized: () => Promise<unknown>
  /** channels are live, for the first time or again: what happened before was told to nobody */
  onLive: () => void
}

export class RealtimeChannels {
  private readonly options: RealtimeChannelsOptions
  private readonly listeners = new Map<string, Set<Listener>>()
  /** not heard since the connection was made, while something may have happened there */
  private readonly unheard = new Set<string>()
  private readonly awaited = new Set<string>()
  private readonly askAgain = new Set<string>()
  private isDue = false
  private step = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private pusher: Pusher | undefined

  constructor(options: RealtimeChannelsOptions) {
    this.options = options
  }

  /** Adds a listener; returns the function that takes it away, and with the last one the channel. */
  add(name: string, listener: Listener): () => void {
    const listeners = this.listeners.get(name) ?? new Set()
    this.listeners.set(name, listeners.add(listener))
    this.enter(name)
    return () => {
      if (listeners.delete(listener) && listeners.size === 0 && this.listeners.get(name) === listeners) this.leave(name)
    }
  }

  /** Hears all channels through this client from now on, or through none. */
  use(pusher: Pusher | undefined): void {
    this.pusher = pusher
    for (const name of this.listeners.keys()) this.enter(name)
  }

  /** The client has a connection, and asks for all channels again. */
  connected(): void {
    for (const name of this.listeners.keys()) {
      this.unheard.add(name)
      this.awaited.add(name)
    }
  }

  clear(): void {
    clearTimeout(this.timer)
    for (const kept of [this.listeners, this.unheard, this.awaited, this.askAgain]) kept.clear()
    this.isDue = false
    this.pusher = undefined
  }

  private enter(name: string): void {
    const channel = this.pusher?.subscribe(name)
    // It is the same object as before while pusher-js waits for an answer.
    channel?.unbind_global()
    channel?.bind_global((event: string, data: unknown) => {
      if (event === 'pusher:subscription_succeeded') this.entered(name)
      if (event === 'pusher:subscription_error') this.refused(name, channel, data as { status?: number })
      for (const listener of this.listeners.get(name) ?? []) listener(event, data)
    })
  }

  private leave(name: string): void {
    this.listeners.delete(name)
    this.unheard.delete(name)
    this.askAgain.delete(name)
    this.pusher?.unsubscribe(name)
    this.answered(name)
  }

  private entered(name: string): void {
    if (this.unheard.delete(name)) this.isDue = true
    this.step = 0
    this.answered(name)
  }

  private answered(name: string): void {
    this.awaited.delete(name)
    if (this.awaited.size > 0 || !this.isDue) return
    this.isDue = false
    this.options.onLive()
  }

  /**
   * pusher-js asks for a channel once per connection. What the realtime server itself refuses stays refused; what the
   * auth endpoint could not answer just now is asked again.
   */
  private refused(name: string, channel: Channel, { status = 0 }: { status?: number }): void {
    const byServer = channel.subscribed || channel.subscriptionPending
    if (byServer) {
      // pusher-js takes no notice of it, and would not enter the channel again when somebody listens again.
      channel.subscribed = false
      channel.subscriptionPending = false
    } else if (status === 0 || status === 401 || status === 429 || status >= 500) {
      if (status === 401 && this.askAgain.size === 0) this.options.onUnauthorized().catch(() => undefined)
      this.askAgain.add(name)
      this.timer ??= setTimeout(() => this.ask(), withJitter(this.step++))
    }
    this.answered(name)
  }

  private ask(): void {
    this.timer = undefined
    const names = [...this.askAgain]
    this.askAgain.clear()
    for (const name of names) this.pusher?.subscribe(name)
  }
}
