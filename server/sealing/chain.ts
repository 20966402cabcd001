/** The links of a chain as text and hashes: what is signed here is what `verify.html` checks, byte by byte. */
import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import type { SealedRecord, SealKind } from '#shared/sealing/kinds.ts'
import { sha256 } from '../lib/security/sha256.ts'

/** What the first link follows. */
export const genesis = '0'.repeat(64)

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
}

/** The hash of what a link seals. The salt keeps it from being guessed once both are erased. */
export const contentHash = (salt: string, content: string): string => sha256(salt + content)

/** What is hashed and signed of a link. */
export const linkText = (link: Link): string =>
  canonicalJson({
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
  })
