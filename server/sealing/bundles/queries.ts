/** Writes a bundle piece by piece: what proves its records, and at last the manifest with the hash of each file, signed. */
import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import { type BundledRecord, bundleFiles, bundleFormat, type Manifest } from '#shared/sealing/bundle/manifest.ts'
import type { WholeLink } from '#shared/sealing/link.ts'
import type { Database } from '../../lib/db/pools.ts'
import { zipOf } from '../../lib/files/zip.ts'
import { sha256 } from '../../lib/security/sha256.ts'
import type { Signing } from '../../lib/security/signing.ts'
import { wholeLink } from '../chain.ts'
import { checkEach, publicKeys } from '../checkLinks.ts'
import { allKeys, presentKey } from '../keys.ts'
import { linksOf } from '../links.ts'
import type { RecordRef } from '../questions.ts'
import type { SealRow } from '../table.ts'
import { bundledChain } from './chain.ts'
import { verifyPage } from './page.ts'

export type BundleFile = { path: string; content: Uint8Array; at?: Date }
export type RecordFiles = { record: BundledRecord; files: AsyncIterable<BundleFile>; positions: number[] }

type Making = {
  companyId: number
  company: string
  now: Date
  signing: Signing
  /** Whether its reader may know of the links between: that there were other records, and when. */
  withChain: boolean
  read: <T>(work: (db: Database) => Promise<T>) => Promise<T>
}

/** The bytes of a bundle of these records as a ZIP. Nothing is held but one file at a time, and the list of them. */
export function bundleZip(making: Making, records: AsyncIterable<RecordFiles>): AsyncGenerator<Uint8Array> {
  const { now: modified } = making
  return zipOf(entries())

  async function* entries() {
    const files: Manifest['files'] = []
    const made: BundledRecord[] = []
    const positions: number[] = []
    const entryOf = ({ path, content, at = modified }: BundleFile) => {
      files.push({ path, sha256: sha256(content), size: content.byteLength })
      return { name: path, modified: at, content }
    }
    for await (const one of records) {
      for await (const file of one.files) yield entryOf(file)
      made.push(one.record)
      positions.push(...one.positions)
    }
    const [keys, chain] = await making.read(async db => [
      await allKeys(db),
      await bundledChain(db, making.companyId, making.withChain ? positions : []),
    ])
    const [key] = keys
    if (!key) throw new Error('There is no key to sign with.')
    yield entryOf({ path: bundleFiles.chain, content: json(chain) })
    yield entryOf({ path: bundleFiles.keys, content: json(keys.map(presentKey)) })
    yield entryOf({ path: bundleFiles.publicKey, content: Buffer.from(key.publicKey) })
    yield entryOf({ path: bundleFiles.page, content: Buffer.from(await verifyPage()) })
    const manifest: Manifest = {
      ...{ format: bundleFormat, company: making.company, made_at: modified.toISOString() },
      ...{ key: { generation: key.generation, fingerprint: key.fingerprint }, records: made, files },
    }
    const text = canonicalJson(manifest)
    const signature = Buffer.from(making.signing.sign(key.generation, text), 'base64url')
    yield { name: bundleFiles.manifest, modified, content: Buffer.from(text) }
    yield { name: bundleFiles.signature, modified, content: signature }
  }
}

export const json = (value: unknown): Uint8Array => Buffer.from(canonicalJson(value))

/** What the chain has of a record, or of it what counts, whole, and how the record stands to it now. */
export async function bundledSeal(
  db: Database,
  record: RecordRef,
  counts: (link: SealRow, all: SealRow[]) => boolean = () => true,
): Promise<{ links: WholeLink[]; state: BundledRecord['state'] }> {
  const [all, keys] = await Promise.all([linksOf(db, record), publicKeys(db)])
  const links = all.filter(link => counts(link, all))
  const faults = await checkEach({ db, companyId: record.companyId }, links, keys)
  return {
    links: links.map(wholeLink),
    state: links.length === 0 ? 'none' : faults.length === 0 ? 'intact' : 'differs',
  }
}
