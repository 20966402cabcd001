/**
 * Which old snapshots are kept, and how the others are removed with the files that nothing lists any more. Periods are
 * counted by snapshots and not from today, so nothing is removed while no new backup is made.
 */
import type { Storage } from '../files/storage.ts'
import { baseContentOf, baseOf, type Piece, positionOf, readBase, readPiece, segmentStart } from './log.ts'
import {
  contentOf,
  filesFolder,
  listFiles,
  manifestOf,
  partPattern,
  readManifest,
  snapshotPattern,
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
  const names = new Set<string>()
  /** Names of folders of snapshots, with the time of their latest part. */
  const folders = new Map<string, number>()
  const contents: string[] = []
  const log: { piece: Piece; isSettled: boolean }[] = []
  for await (const { path, writtenAt } of target.list()) {
    const isSettled = now.getTime() - writtenAt.getTime() > settledAfter
    if (partPattern.test(path)) {
      if (isSettled) await target.remove(path)
      continue
    }
    const [, name] = snapshotPattern.exec(path) ?? []
    if (name) names.add(name)
    const folder = /^(\d{4}-[\dTZ-]+)\//.exec(path)?.[1]
    const piece = readPiece(path)
    if (piece) log.push({ piece, isSettled })
    else if (folder) folders.set(folder, Math.max(folders.get(folder) ?? 0, writtenAt.getTime()))
    else if (isSettled && path.startsWith(filesFolder)) contents.push(path)
  }
  const staying = snapshotsToKeep(names)
  const removed = [...names].filter(name => !staying.has(name))
  const interrupted = [...folders].filter(([name, at]) => !names.has(name) && now.getTime() - at > settledAfter)
  for (const name of [...removed, ...interrupted.map(([name]) => name)]) {
    // Without its manifest it is no snapshot any more, also where the rest is interrupted.
    await target.remove(manifestOf(name))
    await target.removeFolder(name)
  }
  await removeOldLog(target, staying, log)
  const unlisted = new Set(contents)
  for (const name of staying)
    for await (const file of listFiles(target, await readManifest(target, name))) unlisted.delete(contentOf(file))
  for (const path of unlisted) await target.remove(path)
  return removed.sort()
}

/** Removes copies of the data folder but those of the last days, and the log that none of these needs. */
async function removeOldLog(target: Storage, staying: Set<string>, log: { piece: Piece; isSettled: boolean }[]) {
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
  for (const { piece, isSettled } of log) {
    const from = needed.get(piece.archive)
    // An archive that has just begun gets its first copy with the next backup.
    if (from === undefined ? isSettled : piece.to <= from) await target.remove(piece.path)
  }
}
