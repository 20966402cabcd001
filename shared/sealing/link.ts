/** The links of a chain as text: what is hashed and signed of them, byte by byte, on the server and in a bundle's `verify.html`. */
import { canonicalJson } from '../lib/canonicalJson.ts'
import type { FaultKind, SealedRecord, SealKind } from './kinds.ts'

/** What the first link follows. */
export const genesis = '0'.repeat(64)

/** What of a link is hashed and signed. */
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

/** With all that it takes to check it. Salt and content are null once the record is erased. */
export type WholeLink = SignedLink & { hash: string; signature: string; salt: string | null; content: string | null }

/** The very text whose SHA-256 is the link's hash, and that is signed. */
export const linkText = (link: SignedLink): string => {
  const { chain, position, kind, record_type, record_id, part, sealed_at, content_hash, previous, key } = link
  return canonicalJson({ chain, position, kind, record_type, record_id, part, sealed_at, content_hash, previous, key })
}

/** By what is hashed and checked: Node's own means on the server, those of the web elsewhere. */
export type Means = {
  /** SHA-256, hex. */
  sha256(content: string | Uint8Array<ArrayBuffer>): string | Promise<string>
  /** Whether the key (PEM) signed this with Ed25519; null where this machine cannot tell. */
  verify(
    publicKey: string,
    signed: Uint8Array<ArrayBuffer>,
    signature: Uint8Array<ArrayBuffer>,
  ): boolean | null | Promise<boolean | null>
}

type Checked = {
  faults: Extract<FaultKind, 'link' | 'signature' | 'copy'>[]
  /** False where nobody could tell whether it is signed. */
  isDecided: boolean
}

/**
 * Whether a link by itself is what was signed, and its copy what was sealed. A copy that is not there is no fault here: whether the record was
 * erased is known by the chain alone.
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

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** Of base64 and of base64url; what is neither gives no bytes. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), sign => sign.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

/** What stands between the lines of a PEM. */
export const fromPem = (pem: string): Uint8Array<ArrayBuffer> => fromBase64(pem.replace(/-----[^-]+-----|\s/g, ''))
