/** Checks links, their sealed content and the records they are about for changes. */

import { setImmediate as breath } from 'node:timers/promises'
import { and, asc, between, desc, eq, gt, inArray, max, type SQL } from 'drizzle-orm'
import type { FaultKind, SealFault } from '#shared/sealing/contract.ts'
import { checkLink, genesis } from '#shared/sealing/link.ts'
import { checkToken } from '#shared/sealing/timeStamps/checkToken.ts'
import { requireNothingHeld } from '../lib/concurrency/connectionGuard.ts'
import type { Database } from '../lib/db/pools.ts'
import type { Storage } from '../lib/files/storage.ts'
import { ifMissing } from '../lib/files/storage.ts'
import { sha256 } from '../lib/security/secrets.ts'
import { contentHash, ownMeans, wholeLink } from './chain.ts'
import { allKeys } from './keys.ts'
import { isAsMoved } from './movedSeals.ts'
import { type SealState, sealStateOf } from './ports.ts'
import { type SealRow, sealHeads, seals, timeStamps } from './table.ts'

/** Bound of links that one call checks, because others wait for it. */
const maxLinks = 100
const maxText = 2_000_000
const maxBytes = 64_000_000

type Checking = { db: Database; storage: Storage; companyId: number }
/** By generation, as PEM. */
export type Keys = Map<number, string>

/** The links after `after`, as far as one call goes. Files are read: no connection is held during it. */
export async function checkChain({ db, storage, companyId }: Checking, after: number) {
  const [keys, head, found, [before]] = await Promise.all([
    publicKeys(db),
    endOf(db, companyId),
    linksWhere(db, and(eq(seals.companyId, companyId), gt(seals.position, after)), maxLinks),
    db
      .select({ hash: seals.hash })
      .from(seals)
      .where(and(eq(seals.companyId, companyId), eq(seals.position, after))),
  ])
  const links = upTo(found, maxText)
  const isEnd = links.length === found.length && found.length < maxLinks
  const faults = missingBetween(after, links, isEnd ? head.position : undefined)
  let previous = after === 0 ? genesis : before?.hash
  for (const link of links) {
    if (link.position === 1) previous = genesis
    const isNext = previous !== undefined && link.previous === previous
    const isGap = faults.some(({ position }) => position === link.position - 1)
    if (!isNext && !isGap) faults.push(faultOf(link, 'order'))
    previous = link.hash
  }
  faults.push(...(await checkEach({ db, companyId }, links, keys)))
  const last = links.at(-1)
  const checkedTo = isEnd ? Math.max(head.position, last?.position ?? 0) : (last?.position ?? after)
  if (last && last.position === head.position && head.hash !== last.hash) faults.push(faultOf(last, 'order'))
  faults.push(...(await stampFaults(db, companyId, links)))
  const { faults: ofFiles, to } = await checkFiles({ db, storage, companyId }, links)
  const reached = Math.min(to ?? checkedTo, checkedTo)
  const kept = [...faults, ...ofFiles].filter(({ position }) => position <= reached)
  return { checked_to: reached, last: head.position, faults: sorted(kept) }
}

/** Single links: the signature, the sealed record, and whether the record still matches. */
export async function checkEach(
  { db, companyId }: Pick<Checking, 'db' | 'companyId'>,
  links: SealRow[],
  keys: Keys,
): Promise<SealFault[]> {
  const faults: SealFault[] = []
  const erased = await erasedAmong(db, companyId, links)
  for (const link of links) {
    await breath()
    // A key of another tend, below zero, proves nothing but what came from there.
    const key = link.moved || link.keyGeneration > 0 ? keys.get(link.keyGeneration) : undefined
    const checked = await checkLink(wholeLink(link), key, ownMeans)
    for (const fault of checked.faults) faults.push(faultOf(link, fault))
    const { hash, moved } = link
    if (moved && link.content !== null && !(await isAsMoved({ hash, moved }, keys.get(moved.signed_by), ownMeans)))
      faults.push(faultOf(link, 'copy'))
    const isErased = (erased.get(recordOf(link)) ?? 0) >= link.position
    if (link.content === null && !isErased) faults.push(faultOf(link, 'copy'))
  }
  const broken = new Set(faults.filter(({ fault }) => fault === 'copy').map(({ position }) => position))
  const whole = links.filter(
    ({ content, position, kind }) => content !== null && !broken.has(position) && kind !== 'erased',
  )
  const standing = await sealStatesOf(db, companyId, whole)
  for (const link of whole) {
    const found = standing.get(link.position)
    if (found?.isGone) faults.push(faultOf(link, 'gone'))
    else if (found && found.fields.length > 0) faults.push(faultOf(link, 'record', found.fields))
  }
  return faults
}

/**
 * Whether the files of the records are, byte by byte, what they were; as far as `maxBytes` go. No connection is held
 * while they are read.
 */
export async function checkFiles({ db, storage, companyId }: Checking, links: SealRow[]) {
  const standing = await sealStatesOf(
    db,
    companyId,
    // Another copy than the one that was sealed says nothing of files.
    links.filter(link => link.content !== null && contentHash(link.salt ?? '', link.content) === link.contentHash),
  )
  const wanted = links.map(({ position }) => ({ position, files: standing.get(position)?.files ?? [] }))
  const { changed, to } = await changedFiles(storage, wanted)
  return {
    faults: links.flatMap(link => {
      const names = changed.get(link.position)
      return names ? [faultOf(link, 'record', names)] : []
    }),
    to,
  }
}

type Wanted = { position: number; files: { name: string; path: string; sha256: string }[] }

/**
 * The names of the files that are not what they were, by the position of their link; `to` where `maxBytes` were read
 * before the last.
 */
async function changedFiles(storage: Storage, wanted: Wanted[]) {
  requireNothingHeld('reading sealed files')
  const changed = new Map<number, string[]>()
  let bytes = 0
  for (const { position, files } of wanted) {
    const names: string[] = []
    for (const { name, path, sha256: sealed } of files) {
      const content = await storage.read(path).catch(ifMissing)
      bytes += content?.length ?? 0
      if (!content || sha256(content) !== sealed) names.push(name)
    }
    if (names.length > 0) changed.set(position, names)
    if (bytes > maxBytes) return { changed, to: position }
  }
  return { changed, to: undefined }
}

async function sealStatesOf(db: Database, companyId: number, links: SealRow[]): Promise<Map<number, SealState>> {
  // Records are compared in the numbers of this tend.
  const own = links.map(link => (link.moved ? { ...link, content: link.moved.content } : link))
  const answers = await sealStateOf.query(db, { companyId, links: own })
  return new Map(answers.flatMap(answer => [...answer]))
}

/** What checks the signatures. */
export const publicKeys = async (db: Database): Promise<Keys> =>
  new Map((await allKeys(db)).map(({ generation, publicKey }) => [generation, publicKey]))

export const linksWhere = (db: Database, where: SQL | undefined, most: number): Promise<SealRow[]> =>
  db.select().from(seals).where(where).orderBy(asc(seals.position)).limit(most)

const recordOf = ({ recordType, recordId }: Pick<SealRow, 'recordType' | 'recordId'>) => `${recordType} ${recordId}`

/** Where the chain says of each record that it is erased. */
async function erasedAmong(db: Database, companyId: number, links: SealRow[]): Promise<Map<string, number>> {
  const ids = [...new Set(links.filter(({ content }) => content === null).map(({ recordId }) => recordId))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ recordType: seals.recordType, recordId: seals.recordId, position: max(seals.position) })
    .from(seals)
    .where(and(eq(seals.companyId, companyId), inArray(seals.recordId, ids), eq(seals.kind, 'erased')))
    .groupBy(seals.recordType, seals.recordId)
  return new Map(rows.map(row => [recordOf(row), row.position ?? 0]))
}

/** Where the chain should end. */
async function endOf(db: Database, companyId: number): Promise<{ position: number; hash: string }> {
  const [[head], [stamped]] = await Promise.all([
    db.select().from(sealHeads).where(eq(sealHeads.companyId, companyId)),
    db
      .select({ position: timeStamps.position, hash: timeStamps.hash })
      .from(timeStamps)
      .where(eq(timeStamps.companyId, companyId))
      .orderBy(desc(timeStamps.position))
      .limit(1),
  ])
  const ends = [head, stamped].filter(end => end !== undefined)
  return ends.sort((one, other) => other.position - one.position)[0] ?? { position: 0, hash: genesis }
}

/** Time stamps that saw another link in that place, and those that nobody gave. */
async function stampFaults(db: Database, companyId: number, links: SealRow[]): Promise<SealFault[]> {
  const [first, last] = [links[0], links.at(-1)]
  if (!first || !last) return []
  const rows = await db
    .select({ position: timeStamps.position, hash: timeStamps.hash, token: timeStamps.token })
    .from(timeStamps)
    .where(and(eq(timeStamps.companyId, companyId), between(timeStamps.position, first.position, last.position)))
    .orderBy(asc(timeStamps.position))
  const stamps = new Map(rows.map(row => [row.position, row]))
  const faults: SealFault[] = []
  for (const link of links) {
    const stamp = stamps.get(link.position)
    if (!stamp) continue
    if (stamp.hash !== link.hash) faults.push(faultOf(link, 'order'))
    else if (!(await checkToken(new Uint8Array(stamp.token), stamp.hash))) faults.push(faultOf(link, 'stamp'))
  }
  return faults
}

/**
 * The numbers that no link has, up to the last of them or to where the chain should end; runs of them are named by
 * their last.
 */
function missingBetween(after: number, links: SealRow[], end: number | undefined): SealFault[] {
  const positions = [after, ...links.map(({ position }) => position), ...(end === undefined ? [] : [end + 1])]
  return positions.slice(1).flatMap((position, index) => {
    const before = positions[index] ?? 0
    return position > before + 1 ? [{ ...nowhere, position: position - 1 }] : []
  })
}

const nowhere = { record_type: null, record_id: null, fault: 'missing' as const, fields: [] }

export const faultOf = (
  { position, recordType, recordId }: SealRow,
  fault: FaultKind,
  fields: string[] = [],
): SealFault => ({
  ...{ position, record_type: recordType, record_id: recordId },
  ...{ fault, fields },
})

function upTo(links: SealRow[], most: number): SealRow[] {
  let length = 0
  const end = links.findIndex(({ content }) => {
    length += content?.length ?? 0
    return length > most
  })
  return end === -1 ? links : links.slice(0, Math.max(1, end))
}

const sorted = (faults: SealFault[]) => faults.sort((one, other) => one.position - other.position)
