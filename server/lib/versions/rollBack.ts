/** `tend rollback`: the version before the last update is named again, over a changed schema with its database. */

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readMigrations } from '../db/migrations.ts'
import { migrationsRun, writtenSince } from './keptDatabase.ts'
import { listRunning } from './switching.ts'
import { type CurrentVersion, folderOf, readCurrent, wantedBy, writeCurrent } from './versions.ts'

export type WayBack = {
  from: string
  to: string
  /** Where the schema has changed: what was written since, which is not in the database that comes back. */
  lost: { since: string; written: { table: string; rows: number }[] } | null
}

/**
 * What a rollback would do.
 * @throws Error where there is nothing to return to, or the database was not kept before a change of its schema
 */
export async function findWayBack(dataDir: string, ownerUrl: string): Promise<WayBack> {
  const { current, former, installed, backup, keptAt } = requireRecord(dataDir)
  const folder = folderOf(dataDir, former, installed)
  const known = new Set(readMigrations(join(folder, 'server/migrations')).map(({ hash }) => hash))
  const isKnown = [...(await migrationsRun(ownerUrl))].every(hash => known.has(hash))
  if (isKnown) return { from: current, to: former, lost: null }
  if (!keptAt)
    throw new Error(
      `tend ${current} has changed the schema of the database, which tend ${former} does not know, and the database ` +
        `was not kept before. To return all the same, restore the backup ${backup} into an empty data folder or ` +
        'database; what came since is in a backup that you make now.',
    )
  return { from: current, to: former, lost: { since: keptAt, written: await writtenSince(ownerUrl, keptAt) } }
}

/** Names the former version, which a running tend follows. */
export function nameFormer(dataDir: string, { lost }: WayBack): CurrentVersion {
  const record = requireRecord(dataDir)
  const asked: CurrentVersion = lost
    ? { ...record, isReturning: true, waitsForStart: false }
    : { ...record, current: record.former, state: 'served', waitsForStart: false }
  writeCurrent(dataDir, asked)
  return asked
}

function requireRecord(dataDir: string): CurrentVersion {
  const record = readCurrent(dataDir)
  if (!record || record.state === 'failed' || record.current === record.former)
    throw new Error('There is no update to return from.')
  return record
}

/**
 * Waits until all tends that run on a data folder have followed its record.
 * @returns which version serves now
 * @throws Error where that takes longer
 */
export async function whenFollowed(dataDir: string, limitMs: number): Promise<string> {
  for (const until = Date.now() + limitMs; Date.now() < until; await sleep(lookMs)) {
    const [record, running] = [readCurrent(dataDir), listRunning(dataDir)]
    if (!record || record.state === 'new' || record.isReturning || running.length === 0) continue
    if (running.every(({ version }) => version === wantedBy(record))) return wantedBy(record)
  }
  throw new Error('tend has not restarted in time. Its log says why; tend doctor says which version serves.')
}

const lookMs = 250
