/**
 * Entering and leaving channels. A refusal is final (pusher-js does not ask again until it reconnects), so it is only sent
 * for what will stay wrong; what may be better in a moment closes the socket with 4100, and the client comes back.
 */
import { channelKind, isChannelName, isUserChannel } from './channelNames.ts'
import type { Channels } from './channels.ts'
import type { Connection } from './connections/connection.ts'
import { isRecord } from './frames.ts'
import type { Grants, KeptGrant } from './grants/grants.ts'
import { type App, channelSignature, sameSignature } from './grants/signatures.ts'
import type { Hub } from './hub.ts'
import type { Limits } from './limits.ts'
import type { Log } from './log.ts'
import { ProtocolError, SubscriptionRefused } from './protocolErrors.ts'
import { Subscription } from './subscription.ts'

const TRY_AGAIN = 4100
const NO_GRANT = 'The signature is not valid, or the access that it stood for has ended'

export type SubscriptionsNeeds = {
  app: App
  limits: Limits
  grants: Grants
  channels: Channels
  hub: Hub
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
   * What a private channel carries as channel_data was not signed and is not looked at. The channel of a user is signed by the
   * signin that came before, whose grant it needs.
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
   * A signature whose grant is not here was made by another node, and the grant is still on its way, or it was taken away again.
   * The grant was sent before the client had the signature: once everything that was sent before now is here, it is known.
   */
  private async enterOnceGranted(connection: Connection, channel: string): Promise<void> {
    const { grants, hub, log } = this.needs
    connection.awaited ??= new Set()
    connection.awaited.add(channel)
    try {
      await hub.caughtUp()
      if (!connection.awaited?.delete(channel)) return
      if (connection.awaited.size === 0) connection.awaited = undefined
      const grant = grants.find(connection.id, channel)
      if (grant) this.enter(connection, grant)
      else connection.sendRefusal(channel, NO_GRANT, 401)
    } catch (error) {
      log.debug({ err: error, channel }, 'realtime: whether there is a grant could not be found out')
      connection.end(TRY_AGAIN, 'Try again')
    }
  }

  /** Enters a channel, or confirms it again to a client that has lost count; either way it is in it once. */
  private enter(connection: Connection, grant: KeptGrant): void {
    const { channels, hub, log } = this.needs
    const known = connection.subscriptionTo(grant.channel)
    const subscription = known ?? new Subscription(connection, grant)
    if (!known) connection.subscriptions = [...connection.subscriptions, subscription]
    channels.add(subscription)
    connection.run(async () => {
      try {
        subscription.ask()
        const members = await hub.join(grant.channel, connection.id, grant.member, () => subscription.listed())
        if (!subscription.ended) subscription.confirm(members)
      } catch (error) {
        log.debug({ err: error, channel: grant.channel }, 'realtime: joining failed')
        connection.end(TRY_AGAIN, 'Try again')
      }
    })
  }

  private leave(subscription: Subscription): void {
    const { channels, hub, log } = this.needs
    const { connection, grant } = subscription
    subscription.ended = true
    connection.subscriptions = connection.subscriptions.filter(other => other !== subscription)
    channels.remove(subscription)
    connection.run(async () => {
      try {
        await hub.leave(grant.channel, connection.id)
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
