import { type MaySay, relayClientEvent } from './clientEvents.ts'
import type { Connection } from './connections/connection.ts'
import { parseFrame } from './frames.ts'
import { type SignInNeeds, signIn } from './grants/signIn.ts'
import type { Hub } from './hub.ts'
import type { Limits } from './limits.ts'
import type { Log } from './log.ts'
import { ProtocolError, SubscriptionRefused } from './protocolErrors.ts'
import type { Quiet } from './quiet.ts'
import type { Subscriptions } from './subscriptions.ts'

/** Our own question beside the protocol: for how long nothing was said in the channels of this socket. */
const QUIET = 'tend:quiet'

export type Receiver = SignInNeeds & {
  subscriptions: Subscriptions
  quiet: Quiet
  hub: Hub
  limits: Limits
  log: Log
  maySay?: MaySay | undefined
}

/** Does what one message of a client asks. Whatever it holds, the answer is at worst an error frame. */
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
