/**
 * The keys with which this tend signs: Ed25519, made out of the platform's secret, so that all nodes have the same
 * ones, and out of SEALING_SECRET where that is set, so that the database alone does not suffice to sign. They are
 * counted: a new one is the next generation.
 */
import { createHash, createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'

/** The prefix of the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export type Signing = {
  /** The signature of this generation's key over a text, base64url. */
  sign(generation: number, text: string): string
  /** What others need to check a signature: the public key as PEM. */
  publicKey(generation: number): string
}

export function signingWith(serverKey: Buffer, sealingSecret?: string): Signing {
  const known = new Map<number, KeyObject>()
  const privateKey = (generation: number): KeyObject => {
    const before = known.get(generation)
    if (before) return before
    const purpose = generation === 1 ? 'receipt key' : `receipt key ${generation}`
    const seed = createHmac('sha256', serverKey).update(purpose)
    if (sealingSecret) seed.update(`\u0000${sealingSecret}`)
    const key = createPrivateKey({ key: Buffer.concat([pkcs8, seed.digest()]), format: 'der', type: 'pkcs8' })
    known.set(generation, key)
    return key
  }
  return {
    sign: (generation, text) => sign(null, Buffer.from(text), privateKey(generation)).toString('base64url'),
    publicKey: generation => createPublicKey(privateKey(generation)).export({ format: 'pem', type: 'spki' }).toString(),
  }
}

/** What a key is known by on paper: SHA-256 over its public half (SPKI), hex. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256')
    .update(createPublicKey(publicKey).export({ format: 'der', type: 'spki' }))
    .digest('hex')
