/**
 * Events from one client to the others. There is one, typing; everything else goes by REST. The sender's user id comes from
 * the grant, never from the frame, and stands both beside the data, where the protocol has it, and in the data: client
 * libraries hand the former to listeners of presence channels only.
 */
import { channelKind } from './channelNames.ts'
import type { Connection } from './connections/connection.ts'
import { type ClientFrame, encodeData, isRecord } from './frames.ts'
import type { Hub } from './hub.ts'
import type { Limits } from './limits.ts'
import type { Log } from './log.ts'
import { ProtocolError } from './protocolErrors.ts'

const ALLOWED = 'client-typing'
const TOO_FAST = 4301

/** Whether somebody may say something on a channel now; subscribed they may be since yesterday. */
export type MaySay = (channel: string, userId: number) => Promise<boolean>

type RelayNeeds = { hub: Hub; limits: Limits; log: Log; maySay?: MaySay | undefined }

/** Passes a client event on to the channel's other sockets. Throws ProtocolError. */
export function relayClientEvent(
  connection: Connection,
  frame: ClientFrame,
  { hub, limits, log, maySay }: RelayNeeds,
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
  const relay = () => hub.send([{ kind: 'event', channels: [channel], event, data, except: connection.id }])
  const asked = maySay ? maySay(channel, userId).then(may => (may ? relay() : undefined)) : relay()
  asked.catch(error => log.debug({ err: error, channel }, 'realtime: a client event was lost'))
}

/** The sender's id as it stands beside the data of a client event. */
export function senderOf(event: string, data: unknown): string | undefined {
  return event.startsWith('client-') && isRecord(data) ? String(data.user_id) : undefined
}
