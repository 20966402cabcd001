/**
 * Subscribes, unsubscribes and signs in. A refusal is final, because pusher-js does not subscribe again until it
 * reconnects, so a fault that may pass closes the socket with 4100 instead.
 */

import type { Adapter, Grant } from './adapter.ts'
import type { Channels } from './channels.ts'
import { type Connection, Subscription } from './connection.ts'
import type { Grants } from './grants.ts'
import type { Limits, Log } from './options.ts'
import {
  channelKind,
  isChannelName,
  isRecord,
  isUserChannel,
  ProtocolError,
  parseJson,
  SubscriptionRefused,
  userChannelOf,
} from './protocol.ts'
import { type App, channelSignature, sameSignature, userSignature } from './signatures.ts'

const TRY_AGAIN = 4100
const NO_GRANT = 'The signature is not valid, or the access that it stood for has ended'

type SubscriptionsNeeds = {
  app: App
  limits: Limits
  grants: Grants
  channels: Channels
  adapter: Adapter
  log: Log
}

export class Subscriptions {
  private readonly needs: SubscriptionsNeeds

  constructor(needs: SubscriptionsNeeds) {
    this.needs = needs
  }

  /** Answers pusher:subscribe. Throws ProtocolError, or SubscriptionRefused without a valid signature. */
  subscribe(connection: Connection, data: unknown): void {
    const channel = channelOf(data)
    if (!connection.maySubscribe()) {
      connection.end(TRY_AGAIN, 'Too many subscriptions at once')
      return
    }
    if (!channelKind(channel) && !isUserChannel(channel)) {
      throw new SubscriptionRefused(channel, 'There is no such channel')
    }
    const isFull =
      connection.subscriptions.length + (connection.awaited?.size ?? 0) >= this.needs.limits.channelsPerSocket
    if (isFull && !connection.subscriptionTo(channel)) {
      throw new SubscriptionRefused(channel, 'Too many channels on one socket')
    }
    if (!this.isSigned(connection, channel, data)) throw new SubscriptionRefused(channel, NO_GRANT)
    const grant = this.needs.grants.find(connection.id, channel)
    if (grant) this.enter(connection, grant)
    else void this.enterOnceGranted(connection, channel)
  }

  /** Answers pusher:unsubscribe with silence, as the protocol has it. Throws ProtocolError. */
  unsubscribe(connection: Connection, data: unknown): void {
    const channel = channelOf(data)
    connection.awaited?.delete(channel)
    const subscription = connection.subscriptionTo(channel)
    if (subscription) this.leave(subscription)
  }

  /** Ends a subscription whose grant was taken away, and tells the client. */
  revoke(connection: Connection, channel: string): void {
    const subscription = connection.subscriptionTo(channel)
    if (!subscription) return
    this.leave(subscription)
    connection.sendRefusal(channel, 'The access to this channel has ended', 403)
  }

  /** Ends all subscriptions of a connection that is over. */
  leaveAll(connection: Connection): void {
    connection.awaited = undefined
    for (const subscription of connection.subscriptions) this.leave(subscription)
  }

  /**
   * What a private channel carries as channel_data was not signed and is not looked at. The channel of a user is signed
   * by the signin that came before, whose grant it needs.
   */
  private isSigned(connection: Connection, channel: string, data: unknown): boolean {
    if (isUserChannel(channel)) return connection.signedInto === channel
    if (!isRecord(data) || typeof data.auth !== 'string') return false
    const { app } = this.needs
    if (channelKind(channel) === 'private') {
      return sameSignature(channelSignature(app, connection.id, channel), data.auth)
    }
    if (typeof data.channel_data !== 'string') return false
    return sameSignature(channelSignature(app, connection.id, channel, data.channel_data), data.auth)
  }

  /**
   * A signature whose grant is not here was made by another node, and the grant is still on its way, or it was taken
   * away again. The grant was sent before the client had the signature: once everything that was sent before now is
   * here, it is known.
   */
  private async enterOnceGranted(connection: Connection, channel: string): Promise<void> {
    const { grants, adapter, log } = this.needs
    connection.awaited ??= new Set()
    connection.awaited.add(channel)
    try {
      await adapter.caughtUp()
      if (!connection.awaited?.delete(channel)) return
      if (connection.awaited.size === 0) connection.awaited = undefined
      const grant = grants.find(connection.id, channel)
      if (grant) this.enter(connection, grant)
      else connection.sendRefusal(channel, NO_GRANT, 401)
    } catch (error) {
      log.debug({ err: error, channel }, 'realtime: a grant could not be read')
      connection.end(TRY_AGAIN, 'Try again')
    }
  }

  /** Enters a channel, or confirms it again to a client that has lost count; either way it is in it once. */
  private enter(connection: Connection, grant: Grant): void {
    const { channels, adapter, log } = this.needs
    const known = connection.subscriptionTo(grant.channel)
    const subscription = known ?? new Subscription(connection, grant)
    if (!known) connection.subscriptions = [...connection.subscriptions, subscription]
    channels.add(subscription)
    connection.run(async () => {
      try {
        subscription.ask()
        const members = await adapter.join(grant.channel, connection.id, grant.member, () => subscription.listed())
        if (!subscription.ended) subscription.confirm(members)
      } catch (error) {
        log.debug({ err: error, channel: grant.channel }, 'realtime: joining failed')
        connection.end(TRY_AGAIN, 'Try again')
      }
    })
  }

  private leave(subscription: Subscription): void {
    const { channels, adapter, log } = this.needs
    const { connection, grant } = subscription
    subscription.ended = true
    connection.subscriptions = connection.subscriptions.filter(other => other !== subscription)
    channels.remove(subscription)
    connection.run(async () => {
      try {
        await adapter.leave(grant.channel, connection.id)
      } catch (error) {
        log.error({ err: error, channel: grant.channel }, 'realtime: leaving failed')
      }
    })
  }
}

function channelOf(data: unknown): string {
  if (isRecord(data) && typeof data.channel === 'string') {
    if (isChannelName(data.channel) || isUserChannel(data.channel)) return data.channel
  }
  throw new ProtocolError('Invalid channel name')
}

// Signs a user in on a socket, which may then hear the user's own channel. The signature proves who they are, the grant
// that they still may.

const UNAUTHORIZED = 4009
const SIGN_IN_AGAIN = 4100

export type SignInNeeds = { app: App; grants: Grants; adapter: Adapter; log: Log }

/**
 * Answers pusher:signin. Without a valid signature and a living grant the socket is closed with 4009, and not to come
 * back.
 */
export async function signIn(
  connection: Connection,
  data: unknown,
  { app, grants, adapter, log }: SignInNeeds,
): Promise<void> {
  if (!connection.maySubscribe()) {
    connection.end(SIGN_IN_AGAIN, 'Too many subscriptions at once')
    return
  }
  const userData = isSignedIn(connection, data, app) ? data.user_data : undefined
  const user = parseJson(userData ?? '')
  const channel = isRecord(user) && typeof user.id === 'string' ? userChannelOf(user.id) : ''
  try {
    // As with channels: a grant that is not here may be on its way from the node that made the signature.
    if (channel !== '' && !grants.find(connection.id, channel)) await adapter.caughtUp()
  } catch (error) {
    log.debug({ err: error }, 'realtime: a sign-in could not be checked')
    connection.end(SIGN_IN_AGAIN, 'Try again')
    return
  }
  if (grants.find(connection.id, channel)) {
    connection.signedInto = channel
    connection.send('pusher:signin_success', { user_data: userData })
  } else {
    connection.end(UNAUTHORIZED, 'Unauthorized')
  }
}

function isSignedIn(connection: Connection, data: unknown, app: App): data is { auth: string; user_data: string } {
  if (!isRecord(data) || typeof data.auth !== 'string' || typeof data.user_data !== 'string') return false
  return sameSignature(userSignature(app, connection.id, data.user_data), data.auth)
}
