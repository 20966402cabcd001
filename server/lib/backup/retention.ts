/**
 * Which old snapshots are kept, and how the others are removed with the files that nothing lists any more. Periods are
 * counted by snapshots and not from today, so nothing is removed while no new backup is made.
 */
import { ifMissing, type Listed, type Storage } from '../files/storage.ts'
import { FileTable } from './FileTable.ts'
import { baseContentOf, baseOf, type Piece, positionOf, readBase, readPiece, segmentStart } from './log.ts'
import {
  contentOf,
  filesFolder,
  listFiles,
  listSnapshots,
  manifestOf,
  partPattern,
  readManifest,
  timeOf,
} from './snapshot.ts'

/** How many days, weeks and months keep their newest snapshot. */
const kept = { days: 7, weeks: 4, months: 12 }

const day = 24 * 3600_000
/** Younger files may belong to a running backup, which lists them only at its end. */
const settledAfter = 2 * day

/** Names of snapshots that keep their copy of the data folder: the newest of each of the last days. */
export const basesToKeep = (names: Iterable<string>): Set<string> =>
  new Set(newestOfEach([...names].sort().reverse(), name => name.slice(0, 10), kept.days))

function newestOfEach(newestFirst: string[], periodOf: (name: string) => string, count: number): string[] {
  const newest = new Map<string, string>()
  for (const name of newestFirst) if (!newest.has(periodOf(name))) newest.set(periodOf(name), name)
  return [...newest.values()].slice(0, count)
}

/** Returns the names that are kept: the newest of each of the last days, weeks and months that have one, in UTC. */
export function snapshotsToKeep(names: Iterable<string>): Set<string> {
  const newestFirst = [...names].sort().reverse()
  return new Set([
    ...newestOfEach(newestFirst, name => name.slice(0, 10), kept.days),
    ...newestOfEach(newestFirst, mondayOf, kept.weeks),
    ...newestOfEach(newestFirst, name => name.slice(0, 7), kept.months),
  ])
}

/** The first day of the week of a snapshot. */
function mondayOf(name: string): string {
  const at = timeOf(name)
  return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * day).toISOString().slice(0, 10)
}

/**
 * Removes old snapshots, what interrupted backups left, and files that no snapshot lists.
 * @returns the names of the removed snapshots
 * @throws BackupError where a kept snapshot cannot be read: no file is removed then
 */
export async function removeOldSnapshots(target: Storage, now: Date): Promise<string[]> {
  /** One that was removed since it was listed needs no more. */
  const isSettled: IsSettled = async ({ writtenAt }) => {
    const at = await writtenAt().catch(ifMissing)
    return at !== null && now.getTime() - at.getTime() > settledAfter
  }
  const names = new Set(await listSnapshots(target))
  /** Folders of snapshots without a manifest, and whether all of their parts are old. */
  const unfinished = new Map<string, boolean>()
  const log: { piece: Piece; file: Listed }[] = []
  for (const folder of await target.listFolders()) {
    // By far the most, of which only those that no snapshot lists are looked at (`removeUnlisted`).
    if (folder === filesFolder) continue
    for await (const file of target.list(folder)) {
      const piece = readPiece(file.path)
      if (partPattern.test(file.path)) await removeIf(target, file, isSettled)
      else if (piece) log.push({ piece, file })
      else if (/^\d{4}-[\dTZ-]+$/.test(folder) && !names.has(folder) && unfinished.get(folder) !== false)
        unfinished.set(folder, await isSettled(file))
    }
  }
  const staying = snapshotsToKeep(names)
  const removed = [...names].filter(name => !staying.has(name))
  const interrupted = [...unfinished.keys()].filter(name => unfinished.get(name))
  for (const name of [...removed, ...interrupted]) {
    // Without its manifest it is no snapshot any more, also where the rest is interrupted.
    await target.remove(manifestOf(name))
    await target.removeFolder(name)
  }
  await removeOldLog(target, staying, log, isSettled)
  await removeUnlisted(target, staying, isSettled)
  return removed.sort()
}

type IsSettled = (file: Listed) => Promise<boolean>

async function removeIf(target: Storage, file: Listed, isSettled: IsSettled): Promise<void> {
  if (await isSettled(file)) await target.remove(file.path)
}

/** Removes the files that none of these snapshots lists. */
async function removeUnlisted(target: Storage, staying: Set<string>, isSettled: IsSettled): Promise<void> {
  const listed = new FileTable()
  for (const name of staying)
    for await (const file of listFiles(target, await readManifest(target, name))) listed.set(contentOf(file), file)
  for await (const file of target.list(filesFolder))
    if (!listed.find(file.path)) await removeIf(target, file, isSettled)
}

/** Removes copies of the data folder but those of the last days, and the log that none of these needs. */
async function removeOldLog(
  target: Storage,
  staying: Set<string>,
  log: { piece: Piece; file: Listed }[],
  isSettled: IsSettled,
): Promise<void> {
  const bases = basesToKeep(staying)
  /** Where the log of an archive is needed from. */
  const needed = new Map<string, bigint>()
  for (const name of staying) {
    const base = await readBase(target, name)
    if (!base) continue
    if (bases.has(name)) {
      const from = segmentStart(positionOf(base.from), base.segment_size)
      const before = needed.get(base.archive) ?? from
      needed.set(base.archive, before < from ? before : from)
    } else for (const path of [baseOf(name), baseContentOf(name)]) await target.remove(path)
  }
  for (const { piece, file } of log) {
    const from = needed.get(piece.archive)
    // An archive that has just begun gets its first copy with the next backup.
    if (from === undefined ? await isSettled(file) : piece.to <= from) await target.remove(piece.path)
  }
}
