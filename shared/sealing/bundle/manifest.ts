/** Content of a bundle. Its JSON is canonical (RFC 8785), so the same value is the same bytes everywhere. */
import type { SealedRecord } from '../kinds.ts'
import type { SignedLink, WholeLink } from '../link.ts'

export const bundleFormat = 'tend bundle 1'

/** Files of every bundle, beside the folders of its records. */
export const bundleFiles = {
  manifest: 'manifest.json',
  /** Ed25519 over the bytes of the manifest: 64 bytes, as OpenSSL expects them. */
  signature: 'manifest.sig',
  keys: 'keys.json',
  /** The key that signed the manifest, as PEM. */
  publicKey: 'public-key.pem',
  chain: 'chain.json',
  page: 'verify.html',
} as const

/** Files in a record's folder, by kind. */
export const recordFiles = {
  submission: { seal: 'seal.json', content: 'submission.json', form: 'form.json', document: 'submission.pdf' },
  report: { seal: 'seal.json', content: 'report.json', document: 'report.pdf' },
} as const

export type BundledRecord = {
  record_type: SealedRecord
  record_id: number
  folder: string
  /** State of the record's seals when the bundle was made. */
  state: 'none' | 'intact' | 'differs'
  /** Paths in the bundle by the uuid of each file. */
  files: Record<string, string>
}

export type Manifest = {
  format: typeof bundleFormat
  company: string
  made_at: string
  /** Key that signed it. */
  key: { generation: number; fingerprint: string }
  records: BundledRecord[]
  /** All files except the manifest and its signature. */
  files: { path: string; sha256: string; size: number }[]
}

export type BundledKey = { generation: number; fingerprint: string; public_key: string; made_at: string }

/** `seal.json` of a record. */
export type BundledSeal = { links: WholeLink[] }

/** Time stamps, and the links that lead from each to those of the bundle's records. */
export type BundledChain = { links: SignedLink[]; time_stamps: BundledStamp[] }

export type BundledStamp = {
  position: number
  /** Hash of the link at that position, whose SHA-256 was stamped. */
  hash: string
  /** The token (RFC 3161), DER in base64. */
  token: string
}
