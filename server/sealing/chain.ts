/** Converts links of a chain from rows to the form that is hashed and signed (`shared/sealing/link.ts`). */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { SealedRecord, SealKind } from '#shared/sealing/contract.ts'
import { type Means, type SignedLink, linkText as textOf, type WholeLink } from '#shared/sealing/link.ts'
import { sha256 } from '../lib/security/secrets.ts'
import type { MovedLink } from './movedSeals.ts'
import type { SealRow } from './table.ts'

export type Link = {
  companyId: number
  position: number
  kind: SealKind
  recordType: SealedRecord
  recordId: number
  part: number | null
  sealedAt: Date
  contentHash: string
  previous: string
  keyGeneration: number
  moved?: MovedLink | null
}

/** The hash of what a link seals. The salt keeps it from being guessed once both are erased. */
export const contentHash = (salt: string, content: string): string => sha256(salt + content)

export const signedLink = (link: Link): SignedLink => ({
  chain: link.companyId,
  position: link.position,
  kind: link.kind,
  record_type: link.recordType,
  record_id: link.recordId,
  part: link.part,
  sealed_at: link.sealedAt.toISOString(),
  content_hash: link.contentHash,
  previous: link.previous,
  key: link.keyGeneration,
  // Signed were the numbers of the tend from which it came.
  ...(link.moved && signedElsewhere(link.moved)),
})

const signedElsewhere = ({ chain, record_id, part, key }: MovedLink) => ({ chain, record_id, part, key })

export const wholeLink = (link: SealRow): WholeLink => ({
  ...signedLink(link),
  ...{ hash: link.hash, signature: link.signature, salt: link.salt, content: link.content },
  // The key has another number here.
  ...(link.moved && { listed_key: link.keyGeneration }),
})

/** Text of a link that is hashed and signed. */
export const linkText = (link: Link): string => textOf(signedLink(link))

/** The signing keys read last; `false` where the stored bytes are no key. */
const keys = new LRUCache<string, KeyObject | false>({ max: 100 })

/** Checks as Node does it, which is faster than by the means of the web. */
export const ownMeans: Means = {
  sha256,
  verify: (publicKey, signed, signature) => {
    const key = keys.get(publicKey) ?? keyOf(publicKey)
    keys.set(publicKey, key)
    return key !== false && verify(null, signed, key, signature)
  },
}

/** False for bytes that are no key: they signed nothing. */
function keyOf(publicKey: string): KeyObject | false {
  try {
    return createPublicKey(publicKey)
  } catch {
    return false
  }
}
