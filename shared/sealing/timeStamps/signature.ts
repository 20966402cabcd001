/** Signatures of time stamp authorities: RSA (PKCS #1) and ECDSA, by WebCrypto, which Node has too. */
import { derOf, type Node, oidOf, partAt, partsOf, tags } from './der.ts'

const hashes: Record<string, string> = {
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}
const rsa = '1.2.840.113549.1.1.1'
/** Algorithms that name their hash. */
const named: Record<string, { name: 'RSASSA-PKCS1-v1_5' | 'ECDSA'; hash: string }> = {
  '1.2.840.113549.1.1.11': { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  '1.2.840.113549.1.1.12': { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-384' },
  '1.2.840.113549.1.1.13': { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' },
  '1.2.840.10045.4.3.2': { name: 'ECDSA', hash: 'SHA-256' },
  '1.2.840.10045.4.3.3': { name: 'ECDSA', hash: 'SHA-384' },
  '1.2.840.10045.4.3.4': { name: 'ECDSA', hash: 'SHA-512' },
}
const curves: Record<string, { namedCurve: string; bytes: number }> = {
  '1.2.840.10045.3.1.7': { namedCurve: 'P-256', bytes: 32 },
  '1.3.132.0.34': { namedCurve: 'P-384', bytes: 48 },
  '1.3.132.0.35': { namedCurve: 'P-521', bytes: 66 },
}

/** Name of a hash for WebCrypto. Throws for an unknown one. */
export function hashOf(algorithm: Node): string {
  const [id] = partsOf(algorithm)
  const hash = id && hashes[oidOf(id)]
  if (!hash) throw new Error('That hash is not known.')
  return hash
}

/** Tells whether the owner of this public key (SPKI) signed this. Throws for unknown algorithms and for SHA-1. */
export async function isSignedBy(
  key: Node,
  {
    algorithm,
    hash,
    signed,
    signature,
  }: { algorithm: Node; hash: string; signed: Uint8Array<ArrayBuffer>; signature: Node },
): Promise<boolean> {
  const [id] = partsOf(algorithm)
  const oid = id ? oidOf(id) : ''
  const way = named[oid] ?? (oid === rsa && hash !== 'SHA-1' ? { name: 'RSASSA-PKCS1-v1_5' as const, hash } : undefined)
  if (!way) throw new Error(`That way to sign is not known: ${oid}`)
  if (way.name === 'RSASSA-PKCS1-v1_5') {
    const known = await crypto.subtle.importKey('spki', key.whole, way, false, ['verify'])
    return crypto.subtle.verify(way, known, signature.content, signed)
  }
  const curve = curves[oidOf(partAt(partsOf(partAt(partsOf(key), 0, tags.sequence)), 1, tags.oid))]
  if (!curve) throw new Error('That curve is not known.')
  const ecdsa = { ...way, namedCurve: curve.namedCurve }
  const known = await crypto.subtle.importKey('spki', key.whole, ecdsa, false, ['verify'])
  return crypto.subtle.verify(ecdsa, known, rawOf(signature, curve.bytes), signed)
}

/** Joins two numbers as WebCrypto expects them. */
function rawOf(signature: Node, bytes: number): Uint8Array<ArrayBuffer> {
  const raw = new Uint8Array(2 * bytes)
  const numbers = partsOf(derOf(signature.content)).map(({ content }) => content.subarray(content[0] === 0 ? 1 : 0))
  for (const [index, number] of numbers.slice(0, 2).entries()) {
    if (number.length > bytes) throw new Error('The signature is too long.')
    raw.set(number, (index + 1) * bytes - number.length)
  }
  return raw
}
