/**
 * Writes a bundle piece by piece: what proves its records, and at last the manifest with the hash of each file, signed.
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, asc, eq, gte, lte } from 'drizzle-orm'
import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import {
  type BundledChain,
  type BundledRecord,
  bundleFiles,
  bundleFormat,
  type Manifest,
} from '#shared/sealing/bundle/files.ts'
import type { SignedLink, WholeLink } from '#shared/sealing/link.ts'
import type { Database } from '../lib/db/pools.ts'
import { zipOf } from '../lib/files/zip.ts'
import { webFolder } from '../lib/http/web.ts'
import { sha256 } from '../lib/security/secrets.ts'
import type { Signing } from '../lib/security/signing.ts'
import { signedLink, wholeLink } from './chain.ts'
import { checkEach, linksWhere, publicKeys } from './checkLinks.ts'
import { keysOf, presentKey } from './keys.ts'
import { linksOf } from './links.ts'
import type { RecordRef } from './ports.ts'
import { type SealRow, seals, timeStamps } from './table.ts'

export type BundleFile = { path: string; content: Uint8Array; at?: Date }
/** Files of a record with its seal, or others that only the manifest has. */
export type RecordFiles = { record?: BundledRecord; files: AsyncIterable<BundleFile>; positions?: number[] }

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
      if (one.record) made.push(one.record)
      positions.push(...(one.positions ?? []))
    }
    const [keys, chain] = await making.read(async db => [
      await keysOf(db, making.companyId),
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

/** Bound of links from a time stamp to a record; a stamp further away is left out. */
const maxLinks = 5_000

/** For each of these positions the first time stamp that covers it, with the links between. */
async function bundledChain(db: Database, companyId: number, positions: number[]): Promise<BundledChain> {
  const chain: { links: SignedLink[]; time_stamps: BundledChain['time_stamps'] } = { links: [], time_stamps: [] }
  const sorted = [...new Set(positions)].sort((one, other) => one - other)
  for (let index = 0; index < sorted.length; ) {
    const from = sorted[index] ?? 0
    const [stamp] = await db
      .select()
      .from(timeStamps)
      .where(and(eq(timeStamps.companyId, companyId), gte(timeStamps.position, from)))
      .orderBy(asc(timeStamps.position))
      .limit(1)
    if (!stamp) break
    while ((sorted[index] ?? Number.POSITIVE_INFINITY) <= stamp.position) index++
    if (chain.links.length + stamp.position - from >= maxLinks) continue
    const between = and(eq(seals.companyId, companyId), gte(seals.position, from), lte(seals.position, stamp.position))
    chain.links.push(...(await linksWhere(db, between, maxLinks)).map(signedLink))
    chain.time_stamps.push({
      ...{ position: stamp.position, hash: stamp.hash },
      token: Buffer.from(stamp.token).toString('base64'),
    })
  }
  return chain
}

// The page that checks bundles without network: built with the web app, and part of every bundle.

let known: Promise<string> | undefined

/** Built here where the web app was not: in tests, and while it is developed. */
function verifyPage(): Promise<string> {
  known ??= readPage().catch(error => {
    // A file that cannot be opened now may be opened for the next bundle.
    known = undefined
    throw error
  })
  return known
}

async function readPage(): Promise<string> {
  try {
    return await readFile(join(webFolder, '.bundle', bundleFiles.page), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const { buildVerifyPage } = await import('../../scripts/verifyPagePlugin.ts')
    return buildVerifyPage()
  }
}
