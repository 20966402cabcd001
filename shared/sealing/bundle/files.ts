/** Content of a bundle. Its JSON is canonical (RFC 8785), so the same value is the same bytes everywhere. */
import type { SealedRecord } from '../contract.ts'
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
export type Files = Map<string, BundleFile>

/** Files that operating systems add to folders. */
const ofSystems = /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$|^__MACOSX\//i

/** Returns paths as in the manifest, without the folder of the unpacked ZIP. Throws for an unreadable ZIP. */
export async function filesOf(picked: { path: string; file: Blob }[]): Promise<Files> {
  const [only] = picked
  if (picked.length === 1 && only && (await isZip(only.file))) return rooted(await unzip(only.file))
  return rooted(
    new Map(
      picked.map(({ path, file }) => [
        path,
        { size: file.size, read: async () => new Uint8Array(await file.arrayBuffer()) },
      ]),
    ),
  )
}

async function isZip(file: Blob): Promise<boolean> {
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

// Reads the ZIPs that tend writes (`server/lib/files/zip.ts`), and others below 4 GB. Unpacks a file only when it is
// requested.

const ends = { record: 22, maxCommentLength: 65_535 }
const signatures = { entry: 0x02014b50, local: 0x04034b50, end: 0x06054b50 }
/** Bound of an unpacked file; tend writes no larger one. */
const maxUnpacked = 256 * 1024 * 1024

/** Throws for an invalid or truncated ZIP. */
async function unzip(zip: Blob): Promise<Files> {
  const tail = await view(zip, Math.max(0, zip.size - ends.record - ends.maxCommentLength), zip.size)
  let at = tail.byteLength - ends.record
  while (at >= 0 && tail.getUint32(at, true) !== signatures.end) at--
  if (at < 0) throw new Error('The ZIP has no end.')
  const [size, from] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)]
  const list = await view(zip, from, from + size)
  const files: Files = new Map()
  for (let place = 0; place < list.byteLength; ) {
    if (list.getUint32(place, true) !== signatures.entry) throw new Error('The list of the ZIP is broken.')
    const [name, extra, comment] = [28, 30, 32].map(offset => list.getUint16(place + offset, true)) as [
      number,
      number,
      number,
    ]
    const path = new TextDecoder().decode(new Uint8Array(list.buffer, place + 46, name))
    if (!path.endsWith('/')) files.set(path, entryOf(zip, list, place))
    place += 46 + name + extra + comment
  }
  return files
}

function entryOf(zip: Blob, list: DataView, place: number): BundleFile {
  const [method, packed, size, from] = [
    list.getUint16(place + 10, true),
    ...[20, 24, 42].map(offset => list.getUint32(place + offset, true)),
  ] as [number, number, number, number]
  return {
    size,
    read: async () => {
      const header = await view(zip, from, from + 30)
      if (header.getUint32(0, true) !== signatures.local)
        throw new Error('An entry of the ZIP is not where it should be.')
      const begins = from + 30 + header.getUint16(26, true) + header.getUint16(28, true)
      const content = zip.slice(begins, begins + packed)
      return method === 0 ? new Uint8Array(await content.arrayBuffer()) : inflated(content)
    },
  }
}

/** Unpacks at most `maxUnpacked` bytes, even where the entry claims another size. */
async function inflated(content: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = content.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (!value) continue
    size += value.byteLength
    if (size > maxUnpacked) throw new Error('An entry of the ZIP is too large.')
    parts.push(new Uint8Array(value))
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

const view = async (zip: Blob, from: number, to: number) => new DataView(await zip.slice(from, to).arrayBuffer())

/**
 * Kinds of differences: a file is `missing`, `changed`, `added` or `unreadable`; the `signature` does not fit the
 * `manifest`; a `key` does not fit its fingerprint; of a link `link`, `signature`, `order` or `copy` as in the chain; a
 * file differs from the sealed one (`not_sealed`); a time `stamp` is invalid.
 */
const bundleFaults = [
  ...(['missing', 'changed', 'added', 'unreadable', 'manifest', 'key', 'not_sealed', 'stamp'] as const),
  ...(['link', 'signature', 'order', 'copy'] as const),
] as const
export type BundleFault = { fault: (typeof bundleFaults)[number]; path: string; position?: number }
