import { canonicalJson } from '../../lib/canonicalJson.ts'
import { distinctBy } from '../../lib/distinct.ts'
import { fromPem, genesis, linkText, type Means } from '../link.ts'
import { checkToken } from '../timeStamps/checkToken.ts'
import { checkRecord, type RecordChecked } from './checkRecord.ts'
import {
  type BundledChain,
  type BundledKey,
  type BundleFault,
  bundleFiles,
  bundleFormat,
  type Files,
  jsonOf,
  type Manifest,
} from './files.ts'

// Checks whether a bundle is unchanged. The server's tests and `verify.html` run the same code.

export type BundleChecked = {
  /** `undecided` where nothing differs, but this machine cannot check signatures. */
  state: 'intact' | 'differs' | 'undecided'
  faults: BundleFault[]
  manifest: Manifest | null
  /** Fingerprint of the bundle's key, computed here, to be compared with the company's or a document's. */
  fingerprint: string | null
  records: RecordChecked[]
  stamps: ChainChecked['stamps']
}

type Progress = (done: number, total: number) => void

/** Never throws: an unreadable part is a fault. */
export async function checkBundle(files: Files, means: Means, progress: Progress = () => {}): Promise<BundleChecked> {
  const faults: BundleFault[] = [...(files.faults ?? [])]
  const nothing = { faults, manifest: null, fingerprint: null, records: [], stamps: [] }
  const bytes = await read(files, bundleFiles.manifest, faults)
  if (!bytes) return { state: 'differs', ...nothing }
  const manifest = manifestOf(bytes)
  if (!manifest) {
    faults.push({ fault: 'manifest', path: bundleFiles.manifest })
    return { state: 'differs', ...nothing }
  }

  await checkFiles(files, manifest, means, faults, progress)
  const keys = await keysOf(files, means, faults)
  const key = keys.get(manifest.key.generation)
  const signature = await read(files, bundleFiles.signature, faults)
  const isSigned = signature && (key ? await means.verify(key.public_key, bytes, signature) : false)
  if (isSigned === false) faults.push({ fault: 'signature', path: bundleFiles.signature })
  if (key && key.fingerprint !== manifest.key.fingerprint) faults.push({ fault: 'key', path: bundleFiles.manifest })

  const records: RecordChecked[] = []
  for (const record of manifest.records) records.push(await checkRecord(files, manifest, record, keys, means))
  const chain = await jsonOf<BundledChain>(files, bundleFiles.chain)
  const { stamps, faults: ofStamps } = chain
    ? await safely(() => checkStamps(chain, records, means), bundleFiles.chain)
    : { stamps: [], faults: [] }
  faults.push(...records.flatMap(record => record.faults), ...ofStamps)
  const isDecided = isSigned !== null && records.every(record => record.isDecided)
  return {
    state: faults.length > 0 ? 'differs' : isDecided ? 'intact' : 'undecided',
    ...{ faults: distinctBy(faults, canonicalJson), manifest, records, stamps },
    fingerprint: key ? await means.sha256(fromPem(key.public_key)) : null,
  }
}

/** Checks that every file of the manifest is there, and no other. */
async function checkFiles(files: Files, manifest: Manifest, means: Means, faults: BundleFault[], progress: Progress) {
  const total = manifest.files.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  for (const { path, sha256, size } of manifest.files) {
    const content = await read(files, path, faults)
    if (content && (content.byteLength !== size || (await means.sha256(content)) !== sha256))
      faults.push({ fault: 'changed', path })
    done += size
    progress(done, total)
  }
  const listed = new Set<string>([
    ...manifest.files.map(({ path }) => path),
    bundleFiles.manifest,
    bundleFiles.signature,
  ])
  for (const path of files.keys()) if (!listed.has(path)) faults.push({ fault: 'added', path })
}

/** Returns the keys whose fingerprint fits, by their generation. */
async function keysOf(files: Files, means: Means, faults: BundleFault[]): Promise<Map<number, BundledKey>> {
  const keys = new Map<number, BundledKey>()
  for (const key of (await jsonOf<BundledKey[]>(files, bundleFiles.keys)) ?? []) {
    if ((await means.sha256(fromPem(String(key?.public_key)))) === key?.fingerprint) keys.set(key.generation, key)
    else faults.push({ fault: 'key', path: bundleFiles.keys })
  }
  return keys
}

/** Parses canonical JSON; null for invalid or otherwise written JSON, because each value has one text. */
function manifestOf(bytes: Uint8Array<ArrayBuffer>): Manifest | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const manifest = JSON.parse(text) as Manifest
    const isOne =
      manifest.format === bundleFormat &&
      canonicalJson(manifest) === text &&
      Number.isInteger(manifest.key.generation) &&
      manifest.files.every(file => typeof file.path === 'string' && typeof file.sha256 === 'string') &&
      manifest.records.every(record => typeof record.folder === 'string' && typeof record.files === 'object')
    return isOne ? manifest : null
  } catch {
    return null
  }
}

async function read(files: Files, path: string, faults: BundleFault[]): Promise<Uint8Array<ArrayBuffer> | null> {
  const file = files.get(path)
  if (!file) {
    faults.push({ fault: 'missing', path })
    return null
  }
  return file.read().catch(() => {
    faults.push({ fault: 'unreadable', path })
    return null
  })
}

/** Treats a value of another shape as different. */
async function safely(work: () => Promise<ChainChecked>, path: string): Promise<ChainChecked> {
  return work().catch(() => ({ stamps: [], faults: [{ fault: 'changed' as const, path }] }))
}

// Checks the time stamps of a bundle: each covers its link and, through the links before it, those of the records.

type ChainChecked = {
  stamps: {
    position: number
    /** Time that the authority states. */
    stampedAt: string
    authority: string
    /** Name in the certificate that signed it. */
    fingerprint: string
    /** Links of the records that are older than the stamp. */
    covers: number[]
  }[]
  faults: BundleFault[]
}

const path = bundleFiles.chain

async function checkStamps(
  { links, time_stamps }: BundledChain,
  records: RecordChecked[],
  means: Means,
): Promise<ChainChecked> {
  const checked: ChainChecked = { stamps: [], faults: [] }
  const byPosition = new Map(links.map(link => [link.position, link]))
  const own = new Map(records.flatMap(record => record.links.map(link => [link.position, link.hash] as const)))
  for (const { position, hash, token } of [...time_stamps].sort((one, other) => one.position - other.position)) {
    const stamp = await checkToken(token, hash)
    if (!stamp) {
      checked.faults.push({ fault: 'stamp', path, position })
      continue
    }
    const covers: number[] = []
    // Walks back from the stamped link as far as the links lead.
    let expected = hash
    for (let at = position; at > 0; at--) {
      const link = byPosition.get(at)
      if (!link) break
      if ((await means.sha256(linkText(link))) !== expected || (at === 1 && link.previous !== genesis)) {
        checked.faults.push({ fault: 'order', path, position: at })
        break
      }
      const known = own.get(at)
      if (known !== undefined && known !== expected) checked.faults.push({ fault: 'order', path, position: at })
      else if (known !== undefined) covers.push(at)
      expected = link.previous
    }
    const { stampedAt, authority, fingerprint } = stamp
    checked.stamps.push({ position, stampedAt, authority, fingerprint, covers })
  }
  return checked
}
