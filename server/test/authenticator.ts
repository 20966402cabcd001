/** An authenticator in software, which makes passkeys and signs as a phone does (WebAuthn, level 2, section 6). */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { auth } from '#shared/accounts/contract.ts'
import { passkeys } from '#shared/accounts/passkeys.ts'
import { recently } from './accounts.ts'
import { type Person, request } from './people.ts'

type Options = Record<string, unknown>
type Made = { id: string; privateKey: KeyObject; handle: string; counter: number }

const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest()
const encoded = (content: Uint8Array) => Buffer.from(content).toString('base64url')

/** CBOR of the few things that are in an attestation: small whole numbers, texts, bytes and maps. */
function cbor(value: number | string | Uint8Array | Map<unknown, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map)
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([key, inner]) => [cbor(key as number), cbor(inner as number)]),
    ])
  return Buffer.concat([head(2, value.length), value])
}

type Circumstances = {
  /** The page that asks; by default the one of this tend. */
  origin?: string
  /** Whether the device knew who used it. */
  isVerified?: boolean
  /** What it counted; by default one more than before. 0 for a device that does not count. */
  counter?: number
  /** What it signs in place of the challenge that it was sent. */
  challenge?: string
}

export class Authenticator {
  readonly made: Made[] = []
  readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  private clientData(type: string, challenge: unknown, { origin = this.origin, ...other }: Circumstances) {
    return JSON.stringify({ type, challenge: other.challenge ?? challenge, origin, crossOrigin: false })
  }

  private data({ isVerified = true }: Circumstances, counter: number, credential?: Buffer) {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (credential ? 0x40 : 0)
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    const rpId = new URL(this.origin).hostname
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted, credential ?? Buffer.alloc(0)])
  }

  /** Makes a passkey by the options of `passkeys.start`. */
  make(options: Options, circumstances: Circumstances = {}) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const id = randomBytes(16)
    const { counter = 1 } = circumstances
    const handle = (options.user as { id: string }).id
    this.made.push({ id: encoded(id), privateKey, handle, counter })
    const point = (text: string) => Buffer.from(text, 'base64url')
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point(x)],
        [-3, point(y)],
      ]),
    )
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', this.data(circumstances, counter, credential)],
      ]),
    )
    return {
      credential_id: encoded(id),
      client_data: encoded(Buffer.from(this.clientData('webauthn.create', options.challenge, circumstances))),
      attestation: encoded(attestation),
      transports: ['internal'],
    }
  }

  /** Signs the options of `passkeys.loginOptions` with the passkey that was made last. */
  answer(options: Options, circumstances: Circumstances = {}) {
    const made = this.made.at(-1)
    if (!made) throw new Error('This authenticator has no passkey.')
    const counter = circumstances.counter ?? made.counter + 1
    made.counter = Math.max(made.counter, counter)
    const data = this.data(circumstances, counter)
    const clientData = Buffer.from(this.clientData('webauthn.get', options.challenge, circumstances))
    return {
      credential_id: made.id,
      client_data: encoded(clientData),
      authenticator_data: encoded(data),
      signature: encoded(sign('sha256', Buffer.concat([data, sha256(clientData)]), made.privateKey)),
      user_handle: made.handle,
    }
  }
}

/** Adds a passkey to somebody who gave the password just now; the device, and what the call answered. */
export async function withPasskey(person: Person, name = 'Phone') {
  const recent = await recently(person)
  const { address } = await recent.call(passkeys.list, {})
  const device = new Authenticator(address ?? '')
  const { options } = await recent.call(passkeys.start, {})
  const added = await recent.call(passkeys.create, { name, ...device.make(options) })
  return { recent, device, ...added }
}

/** Asks for a challenge, signs it, and sends it: alone, or after the password whose challenge is given. */
export async function enterWithPasskey(device: Authenticator, circumstances: Circumstances = {}, challenge?: string) {
  const login = challenge === undefined ? {} : { challenge }
  const asked = await request(passkeys.loginOptions, login, null)
  const { options } = JSON.parse(asked.body).data
  const { statusCode, body } = await request(
    passkeys.login,
    { ...login, ...device.answer(options, circumstances) },
    null,
  )
  return { status: statusCode, ...JSON.parse(body) }
}

/** The second step that a right password leads to. */
export async function secondStepOf(
  email: string,
  password: string,
): Promise<{ two_factor: string; factors: string[] }> {
  return JSON.parse((await request(auth.login, { email, password }, null)).body).data
}
