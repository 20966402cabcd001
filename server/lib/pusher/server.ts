/**
 * Realtime server: Pusher Channels protocol 7 on `ws`, in the application's process, which decides by `authorize` and
 * `revoke` who may be in a channel. Events, grants and revocations go through the adapter to all nodes, this one
 * included, and take effect in `receiveFromNodes`.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Database } from '../db/pools.ts'
import type { GrantMatch, MakeAdapter, Message, OutgoingEvent } from './adapter.ts'
import { Channels, isMembership, SubscriptionCounts } from './channels.ts'
import { Connections } from './connections.ts'
import { GrantManager, Grants } from './grants.ts'
import type { Limits, PusherOptions } from './options.ts'
import { Quiet } from './quiet.ts'
import { receive } from './receive.ts'
import {
  type AuthorizeInput,
  type SignedChannel,
  type SignedUser,
  type SocketSession,
  signChannel,
  signUser,
} from './signatures.ts'
import { Subscriptions } from './subscriptions.ts'

export type PusherServer = {
  /** Joins the other nodes; before that nobody can subscribe. */
  start(): Promise<void>
  /** Takes an HTTP upgrade under /app/ and answers it, also with a refusal; false when the path is not ours. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /**
   * Signs a channel and keeps the grant, wherever the socket is: the body for /broadcasting/auth. Throws
   * InvalidSubscription; rejects where the socket is not here and the others cannot be told.
   */
  authorize(input: AuthorizeInput): Promise<SignedChannel>
  /** How many revocations this node has heard of so far. */
  revocations(): number
  /**
   * Whether a socket's grant, made by now, may stand for access that had ended after `since`, a count of revocations:
   * one was heard of in between and may have come too early for the grant, or the socket is on another node. One that
   * is heard of from now on takes the grant away.
   */
  isDoubtful(socketId: string, since: number): boolean
  /** Signs a user in, as `authorize` does a channel: the body for /broadcasting/user-auth. */
  authenticate(session: SocketSession): Promise<SignedUser>
  /** Sends events to channels; with a transaction when it commits. Data that is a string goes out as it is. */
  publish(events: OutgoingEvent[], transaction?: Database): Promise<void>
  /**
   * Takes the grants that match away and ends their subscriptions: the client is told on the channel, or, where no
   * channel is named and nothing of the socket remains, by a close with 4009. At least one criterion must be given.
   * With a transaction it happens when that commits.
   */
  revoke(match: GrantMatch, transaction?: Database): Promise<void>
  /** Has every node read the settings, with a transaction when it commits. */
  tellSettings(transaction?: Database): Promise<void>
  /** The ids of the users in each of these presence channels, on all nodes. */
  members(channels: string[]): Promise<Map<string, string[]>>
  /**
   * How many sockets hear each of these channels, on all nodes; a name that ends with `*` means all with that prefix.
   */
  subscriptionCounts(channels: string | string[]): Promise<Map<string, number>>
  /** Resolves when everything that any node published before has been delivered here. */
  caughtUp(): Promise<void>
  /** How many sockets are open on this node. */
  socketCount(): number
  /** How much this node keeps, by kind; all zero when nobody is connected. */
  counts(): { sockets: number; channels: number; grants: number; presenceChannels: number }
  /**
   * Planned stop: turns new sockets away, closes the others with 4200 one after another, resolves when all are gone.
   */
  close(): Promise<void>
}

/** Creates the server. Tests pass smaller `limits` than `LIMITS`; `makeAdapter` connects this node with the others. */
export function createPusherServer(options: PusherOptions, limits: Limits, makeAdapter: MakeAdapter): PusherServer {
  const { log } = options
  const channels = new Channels()
  const quiet = new Quiet()
  const grants = new Grants(2 * limits.channelsPerSocket)
  const adapter = makeAdapter({
    receive: message => receiveFromNodes(message),
    missed() {
      quiet.begin()
      options.onSettings?.()
      void connections.renewAll()
    },
    userGone: (channel, userId) => options.onUserGone?.(channel, userId),
  })
  const needs = { app: options, limits, grants, channels, adapter, log }
  const subscriptionCounts = new SubscriptionCounts(adapter, channels, log)
  const subscriptions = new Subscriptions(needs)
  const connections = new Connections(options, limits, {
    onMessage: (connection, text) =>
      receive(connection, text, { ...needs, subscriptions, quiet, maySay: options.maySay }),
    onEnd(connection) {
      grants.forget(connection.id)
      subscriptions.leaveAll(connection)
    },
  })
  const keeper = new GrantManager({ ...needs, connections, subscriptions })

  let revocations = 0

  function receiveFromNodes(message: Message): void {
    switch (message.kind) {
      case 'event':
        quiet.note(message)
        // While all are being sent away, nobody needs to hear of each other's leaving.
        if (!connections.isClosing || !isMembership(message.event)) channels.deliver(message)
        break
      case 'grant':
        keeper.take(message.grant)
        break
      case 'revocation':
        revocations++
        keeper.revoke(message.match)
        break
      case 'count':
        subscriptionCounts.answer(message)
        break
      case 'counted':
        subscriptionCounts.note(message)
        break
      case 'settings':
        options.onSettings?.()
    }
  }

  return {
    async start() {
      await adapter.start()
      quiet.begin()
    },
    handleUpgrade: (request, socket, head) => connections.handleUpgrade(request, socket, head),
    async authorize(input) {
      const { signed, grant } = signChannel(input, options, limits)
      await keeper.share(grant)
      return signed
    },
    revocations: () => revocations,
    isDoubtful: (socketId, since) => revocations !== since || !connections.get(socketId),
    async authenticate(session) {
      const { signed, grant } = signUser(session, options)
      await keeper.share(grant)
      return signed
    },
    async publish(events, transaction) {
      if (events.length === 0) return
      await adapter.send(
        events.map(event => ({ kind: 'event', ...event })),
        transaction,
      )
    },
    async revoke(match, transaction) {
      if (Object.values(match).every(criterion => criterion === undefined))
        throw new Error('revoke() needs a criterion')
      await adapter.send([{ kind: 'revocation', match }], transaction)
    },
    tellSettings: transaction => adapter.send([{ kind: 'settings' }], transaction),
    members: names => adapter.userIds(names),
    subscriptionCounts: names => subscriptionCounts.ask(names),
    caughtUp: () => adapter.caughtUp(),
    socketCount: () => connections.size,
    counts: () => ({
      sockets: connections.size,
      channels: channels.size,
      grants: grants.size,
      presenceChannels: adapter.presenceChannels,
    }),
    async close() {
      await connections.closeAll()
      await adapter.close()
    },
  }
}
