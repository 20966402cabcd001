/** Links of a chain as text: the bytes that are hashed and signed, on the server and in a bundle's `verify.html`. */

import { canonicalJson } from '../lib/canonicalJson.ts'
import { LruMap } from '../lib/LruMap.ts'
import type { FaultKind, SealedRecord, SealKind } from './contract.ts'

/** Predecessor of the first link. */
export const genesis = '0'.repeat(64)

/** Parts of a link that are hashed and signed. */
export type SignedLink = {
  chain: number
  position: number
  kind: SealKind
  record_type: SealedRecord
  record_id: number
  part: number | null
  sealed_at: string
  content_hash: string
  previous: string
  key: number
}

/** A link with everything needed to check it. Salt and content are null once the record is erased. */
export type WholeLink = SignedLink & {
  hash: string
  signature: string
  salt: string | null
  content: string | null
  /** Under which number the key is listed, where the link came from another tend. */
  listed_key?: number
}

/** The text whose SHA-256 is the link's hash, and which is signed. */
export const linkText = (link: SignedLink): string => {
  const { chain, position, kind, record_type, record_id, part, sealed_at, content_hash, previous, key } = link
  return canonicalJson({ chain, position, kind, record_type, record_id, part, sealed_at, content_hash, previous, key })
}

/** Hashing and checking, by Node on the server and by WebCrypto elsewhere. */
export type Means = {
  /** SHA-256, hex. */
  sha256(content: string | Uint8Array<ArrayBuffer>): string | Promise<string>
  /** Tells whether the key (PEM) signed this with Ed25519; null where this machine cannot tell. */
  verify(
    publicKey: string,
    signed: Uint8Array<ArrayBuffer>,
    signature: Uint8Array<ArrayBuffer>,
  ): boolean | null | Promise<boolean | null>
}

type Checked = {
  faults: Extract<FaultKind, 'link' | 'signature' | 'copy'>[]
  /** False where the signature could not be checked. */
  isDecided: boolean
}

/**
 * Checks that a link is what was signed, and its copy what was sealed. A missing copy is no fault here: only the chain
 * knows whether the record was erased.
 */
export async function checkLink(link: WholeLink, publicKey: string | undefined, means: Means): Promise<Checked> {
  const faults: Checked['faults'] = []
  const text = linkText(link)
  let isDecided = true
  if ((await means.sha256(text)) !== link.hash) faults.push('link')
  else {
    const isSigned =
      publicKey !== undefined && (await means.verify(publicKey, bytesOf(text), fromBase64(link.signature)))
    if (isSigned === false) faults.push('signature')
    isDecided = isSigned !== null
  }
  if (
    link.content !== null &&
    link.salt !== null &&
    (await means.sha256(link.salt + link.content)) !== link.content_hash
  )
    faults.push('copy')
  return { faults, isDecided }
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** Decodes base64 and base64url; anything else gives no bytes. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), sign => sign.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

/** Content between the lines of a PEM. */
export const fromPem = (pem: string): Uint8Array<ArrayBuffer> => fromBase64(pem.replace(/-----[^-]+-----|\s/g, ''))

// Checks by WebCrypto, which Node has too. Browsers before Chrome 137, Firefox 129 and Safari 17 lack Ed25519.

const algorithm = { name: 'Ed25519' }
const keys = new LruMap<string, Promise<CryptoKey>>(100)

export const webMeans: Means = {
  sha256: async content =>
    hex(await crypto.subtle.digest('SHA-256', typeof content === 'string' ? bytesOf(content) : content)),
  verify: async (publicKey, signed, signature) => {
    if (!(await knowsEd25519())) return null
    const key = keys.get(publicKey) ?? crypto.subtle.importKey('spki', fromPem(publicKey), algorithm, false, ['verify'])
    keys.set(publicKey, key)
    return key.then(
      known => crypto.subtle.verify(algorithm, known, signature, signed),
      // An invalid key signed nothing.
      () => false,
    )
  },
}

let known: Promise<boolean> | undefined

/** A valid key, so that a broken one is not taken for a browser without Ed25519. */
function knowsEd25519(): Promise<boolean> {
  known ??= crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']).then(
    () => true,
    () => false,
  )
  return known
}

export const hex = (bytes: ArrayBuffer | Uint8Array): string =>
  Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('')
