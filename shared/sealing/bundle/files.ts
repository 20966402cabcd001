/** Content of a bundle. Its JSON is canonical (RFC 8785), so the same value is the same bytes everywhere. */
import type { SealedRecord } from '../contract.ts'
import type { SignedLink, WholeLink } from '../link.ts'
import { unzip } from './unzip.ts'

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

type BundledStamp = {
  position: number
  /** Hash of the link at that position, whose SHA-256 was stamped. */
  hash: string
  /** The token (RFC 3161), DER in base64. */
  token: string
}

/** Files of a bundle from any source: a ZIP, a folder, or single files. */
/** Throws where the bytes cannot be read. */
type BundleFile = { size: number; read(): Promise<Uint8Array<ArrayBuffer>> }
/** With `faults` of the ZIP around them. */
export type Files = Map<string, BundleFile> & { faults?: BundleFault[] }

/** Files that operating systems add to folders. */
const ofSystems = /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$|^__MACOSX\//i

/** Returns paths as in the manifest, without the folder of the unpacked ZIP. Throws for an unreadable ZIP. */
export async function filesOf(picked: { path: string; file: Blob }[]): Promise<Files> {
  const [only] = picked
  if (picked.length === 1 && only && (await isZip(only))) {
    const { files, faults } = await unzip(only.file)
    return Object.assign(rooted(files), { faults })
  }
  return rooted(
    new Map(
      picked.map(({ path, file }) => [
        path,
        { size: file.size, read: async () => new Uint8Array(await file.arrayBuffer()) },
      ]),
    ),
  )
}

/** By its name too, where its first bytes are damaged. */
async function isZip({ path, file }: { path: string; file: Blob }): Promise<boolean> {
  if (/\.zip$/i.test(path)) return true
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  return first === 0x50 && second === 0x4b
}

function rooted(files: Files): Files {
  const manifest = [...files.keys()].filter(path => /(^|\/)manifest\.json$/.test(path)).sort(byLength)[0]
  const root = manifest?.slice(0, -'manifest.json'.length) ?? commonFolder([...files.keys()])
  return new Map(
    [...files]
      .filter(([path]) => !ofSystems.test(path))
      .map(([path, file]) => [path.startsWith(root) ? path.slice(root.length) : path, file]),
  )
}

const byLength = (one: string, other: string) => one.length - other.length

function commonFolder(paths: string[]): string {
  const [first = ''] = paths
  const folder = first.slice(0, first.indexOf('/') + 1)
  return paths.every(path => path.startsWith(folder)) ? folder : ''
}

/** Null for a missing or unreadable file, which is reported as its fault. */
export async function jsonOf<T>(files: Files, path: string): Promise<T | null> {
  const bytes = await files
    .get(path)
    ?.read()
    .catch(() => null)
  if (!bytes) return null
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T
  } catch {
    return null
  }
}

/**
 * Kinds of differences: a file is `missing`, `changed`, `added` or `unreadable`; the `signature` does not fit the
 * `manifest`; a `key` does not fit its fingerprint; of a link `link`, `signature`, `order` or `copy` as in the chain; a
 * file differs from the sealed one (`not_sealed`); a time `stamp` is invalid; the `zip` around a file, or the
 * `zipList` at its end, is not as it was written.
 */
const bundleFaults = [
  ...(['missing', 'changed', 'added', 'unreadable', 'manifest', 'key', 'not_sealed', 'stamp'] as const),
  ...(['link', 'signature', 'order', 'copy', 'zip', 'zipList'] as const),
] as const
export type BundleFault = { fault: (typeof bundleFaults)[number]; path: string; position?: number }
