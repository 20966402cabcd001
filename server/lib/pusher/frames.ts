/**
 * Reading and building what goes over the wire. Every frame to a client carries `data` as a JSON string inside the JSON
 * frame, as Pusher does: some SDKs take nothing else. A frame is built once, WebSocket header included, and the same bytes
 * go to every socket of a channel.
 */
import { ProtocolError } from './protocolErrors.ts'

export type ClientFrame = { event: string; channel: unknown; data: unknown }

/** A frame from a client. Throws ProtocolError where it is not a JSON object with an event name. */
export function parseFrame(text: string): ClientFrame {
  const frame = parseJson(text)
  if (!isRecord(frame) || typeof frame.event !== 'string') throw new ProtocolError('Invalid message format')
  return { event: frame.event, channel: frame.channel, data: frame.data }
}

/** Whether parsed JSON is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text of `data`. A string passes as it is: it is JSON already, or plain text that clients take as such. */
export function encodeData(data: unknown): string {
  return typeof data === 'string' ? data : JSON.stringify(data ?? {})
}

/** The complete WebSocket frame of one event. `userId` names the sender of a client event. */
export function buildFrame(event: string, data: unknown, channel?: string, userId?: string): Buffer {
  return textFrame(JSON.stringify({ event, channel, data: encodeData(data), user_id: userId }))
}

/** One unmasked, final text frame (RFC 6455, 5.2). */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(header + length)
  frame[0] = 0x81
  if (header === 2) frame[1] = length
  if (header === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  }
  if (header === 10) {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, header)
  return frame
}

/** What a text of JSON says, or undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
