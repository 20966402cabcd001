import type { Adapter } from './adapter.ts'
import type { Connection } from './connection.ts'
import type { Limits, Log } from './options.ts'
import {
  type ClientFrame,
  channelKind,
  encodeData,
  isRecord,
  ProtocolError,
  parseFrame,
  SubscriptionRefused,
} from './protocol.ts'
import type { Quiet } from './quiet.ts'
import { type SignInNeeds, type Subscriptions, signIn } from './subscriptions.ts'

/** Our own addition to the protocol: for how long the channels of this socket had no event. */
const QUIET = 'tend:quiet'

type Receiver = SignInNeeds & {
  subscriptions: Subscriptions
  quiet: Quiet
  adapter: Adapter
  limits: Limits
  log: Log
  maySay?: MaySay | undefined
}

/** Handles one message of a client. An invalid one is answered by an error frame at worst. */
export function receive(connection: Connection, text: string, receiver: Receiver): void {
  try {
    handle(connection, text, receiver)
  } catch (error) {
    if (error instanceof ProtocolError) {
      connection.send('pusher:error', { code: error.code, message: error.message })
    } else if (error instanceof SubscriptionRefused) {
      connection.sendRefusal(error.channel, error.message, 401)
    } else {
      receiver.log.error({ err: error }, 'realtime: a message could not be handled')
      connection.send('pusher:error', { code: null, message: 'Internal error' })
    }
  }
}

function handle(connection: Connection, text: string, receiver: Receiver): void {
  const { subscriptions, quiet } = receiver
  const frame = parseFrame(text)
  switch (frame.event) {
    case 'pusher:ping':
      connection.send('pusher:pong', {})
      break
    case 'pusher:pong':
      break
    case 'pusher:subscribe':
      subscriptions.subscribe(connection, frame.data)
      break
    case 'pusher:unsubscribe':
      subscriptions.unsubscribe(connection, frame.data)
      break
    case 'pusher:signin':
      void signIn(connection, frame.data, receiver)
      break
    case QUIET:
      connection.send(QUIET, {
        lasts_ms: Math.floor(quiet.lasts(connection.subscriptions.map(({ grant }) => grant.channel))),
      })
      break
    default:
      if (!frame.event.startsWith('client-')) throw new ProtocolError('Unsupported event')
      relayClientEvent(connection, frame, receiver)
  }
}

// Events from one client to the others. Typing is the only one. The sender's user id comes from the grant, never from
// the frame, and is sent both beside the data, as in the protocol, and in it, because client libraries pass the former
// to listeners of presence channels only.

const ALLOWED = 'client-typing'
const TOO_FAST = 4301

/** Whether a user may send to a channel now; the subscription may be older than a change of rights. */
type MaySay = (channel: string, userId: number) => Promise<boolean>

type RelayNeeds = { adapter: Adapter; limits: Limits; log: Log; maySay?: MaySay | undefined }

/** Passes a client event on to the channel's other sockets. Throws ProtocolError. */
function relayClientEvent(
  connection: Connection,
  frame: ClientFrame,
  { adapter, limits, log, maySay }: RelayNeeds,
): void {
  if (!connection.maySendClientEvent()) throw new ProtocolError('Too many client events', TOO_FAST)
  if (frame.event !== ALLOWED) throw new ProtocolError('This client event is not allowed')
  const subscription = typeof frame.channel === 'string' ? connection.subscriptionTo(frame.channel) : undefined
  if (!subscription?.confirmed || !channelKind(subscription.grant.channel))
    throw new ProtocolError('Client events need a confirmed subscription')
  const given = frame.data ?? {}
  if (!isRecord(given)) throw new ProtocolError('The data of a client event must be an object')
  const { channel, userId } = subscription.grant
  const data = { ...given, user_id: userId }
  if (Buffer.byteLength(encodeData(data)) > limits.clientEventBytes) {
    throw new ProtocolError('The data of a client event is too large')
  }
  // Nobody is told that a client event was lost: the next one follows soon, and nothing rests on it.
  const { event } = frame
  const relay = () => adapter.send([{ kind: 'event', channels: [channel], event, data, except: connection.id }])
  const asked = maySay ? maySay(channel, userId).then(may => (may ? relay() : undefined)) : relay()
  asked.catch(error => log.debug({ err: error, channel }, 'realtime: a client event was lost'))
}
