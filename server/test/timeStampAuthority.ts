/** A time stamp authority of our own: a real server with real tokens, and with every mistake that one can make. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { derOf, partAt, partsOf, tags } from '#shared/sealing/timeStamps/der.ts'

type Bytes = Uint8Array

function der(tag: number, ...content: Bytes[]): Buffer {
  const inner = Buffer.concat(content)
  const { length } = inner
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), inner])
}
const sequence = (...parts: Bytes[]) => der(tags.sequence, ...parts)
const set = (...parts: Bytes[]) => der(tags.set, ...parts)
const octets = (content: Bytes) => der(tags.octets, content)
const integer = (number: number) => der(tags.integer, Buffer.from([number]))
const placed = (number: number, ...parts: Bytes[]) => der(0xa0 + number, ...parts)
function oid(text: string): Buffer {
  const [one = 0, two = 0, ...rest] = text.split('.').map(Number)
  const bytes = [one * 40 + two, ...rest].flatMap(number => {
    const digits = [number & 127]
    for (let left = number >> 7; left > 0; left >>= 7) digits.unshift((left & 127) | 128)
    return digits
  })
  return der(tags.oid, Buffer.from(bytes))
}
const time = (at: Date) =>
  der(
    tags.generalizedTime,
    Buffer.from(
      `${at
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(0, 14)}Z`,
    ),
  )
const sha256 = (content: Bytes) => createHash('sha256').update(content).digest()

const ecdsa = sequence(oid('1.2.840.10045.4.3.2'))
const hashed = sequence(oid('2.16.840.1.101.3.4.2.1'))
const stampType = '1.2.840.113549.1.9.16.1.4'
const uses = { stamps: '1.3.6.1.5.5.7.3.8', servers: '1.3.6.1.5.5.7.3.1' }
const day = 86_400_000

type Mistakes = {
  /** Says that it saw another hash, or answers another request. */
  hash?: Bytes
  nonce?: Bytes
  at?: Date
  /** What its certificate is for, and until when. */
  use?: keyof typeof uses
  validTo?: Date
  /** Signs with a key that is not the one of its certificate. */
  otherKey?: boolean
  /** Says something else than what it signed. */
  changedAfter?: boolean
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const keys = newKeys()

function certificate({ use = 'stamps', validTo = new Date(Date.now() + day) }: Mistakes) {
  const name = sequence(set(sequence(oid('2.5.4.3'), der(0x0c, Buffer.from('Clock of Example')))))
  const serial = integer(7)
  const extension = sequence(oid('2.5.29.37'), der(tags.boolean, Buffer.from([255])), octets(sequence(oid(uses[use]))))
  const inner = sequence(
    ...[placed(0, integer(2)), serial, ecdsa, name, sequence(time(new Date(Date.now() - day)), time(validTo)), name],
    ...[keys.publicKey.export({ format: 'der', type: 'spki' }), placed(3, sequence(extension))],
  )
  const whole = sequence(inner, ecdsa, der(tags.bits, Buffer.from([0]), sign('sha256', inner, keys.privateKey)))
  return { whole, name, serial }
}

/** A token as it should be, but for the mistakes. */
export function tokenFor(request: { hash: Bytes; nonce?: Bytes | undefined }, mistakes: Mistakes = {}): Buffer {
  const { hash = request.hash, nonce = request.nonce, at = new Date() } = mistakes
  const content = sequence(
    ...[integer(1), oid('1.2.3.4'), sequence(hashed, octets(hash)), integer(5), time(at)],
    ...(nonce ? [der(tags.integer, nonce)] : []),
  )
  const { whole, name, serial } = certificate(mistakes)
  const attributes = [
    sequence(oid('1.2.840.113549.1.9.3'), set(oid(stampType))),
    sequence(oid('1.2.840.113549.1.9.4'), set(octets(sha256(content)))),
    sequence(oid('1.2.840.113549.1.9.16.2.47'), set(sequence(sequence(sequence(octets(sha256(whole))))))),
  ]
  const key: KeyObject = mistakes.otherKey ? newKeys().privateKey : keys.privateKey
  const signer = sequence(
    ...[integer(1), sequence(name, serial), hashed, placed(0, ...attributes), ecdsa],
    octets(sign('sha256', set(...attributes), key)),
  )
  const said = mistakes.changedAfter
    ? Buffer.from(content.map((byte, at) => (at === content.length - 20 ? byte ^ 1 : byte)))
    : content
  const signed = sequence(
    ...[integer(3), set(hashed), sequence(oid(stampType), placed(0, octets(said)))],
    ...[placed(0, whole), set(signer)],
  )
  return sequence(oid('1.2.840.113549.1.7.2'), placed(0, signed))
}

export const replyWith = (token: Bytes | null): Buffer =>
  token ? sequence(sequence(integer(0)), token) : sequence(sequence(integer(2)))

type Answer = (request: { hash: Bytes; nonce: Bytes }, response: ServerResponse) => void

/** Listens on this machine until `stop`; how it answers may be changed. */
export async function timeStampAuthority() {
  const usual: Answer = (request, response) => send(response, replyWith(tokenFor(request)))
  const authority = { answer: usual, asked: 0 }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      authority.asked++
      const [, imprint, nonce] = partsOf(derOf(new Uint8Array(Buffer.concat(parts))))
      if (!imprint || !nonce) throw new Error('That is no request for a time stamp.')
      authority.answer({ hash: partAt(partsOf(imprint), 1, tags.octets).content, nonce: nonce.content }, response)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return Object.assign(authority, { url: `http://127.0.0.1:${port}/tsr`, stop })
}

export const send = (response: ServerResponse, content: Bytes, type = 'application/timestamp-reply'): void =>
  void response.writeHead(200, { 'content-type': type }).end(content)
