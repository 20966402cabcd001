/** A client sent something wrong. It is told by pusher:error, and its connection stays. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
  readonly code: number | null

  constructor(message: string, code: number | null = null) {
    super(message)
    this.code = code
  }
}

/**
 * A client may not enter a channel. It is told on the channel, and for good: pusher-js does not ask again until it
 * reconnects.
 */
export class SubscriptionRefused extends Error {
  override readonly name = 'SubscriptionRefused'
  readonly channel: string

  constructor(channel: string, message: string) {
    super(message)
    this.channel = channel
  }
}
