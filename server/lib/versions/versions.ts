/**
 * Versions of tend that a data folder has beside the one that npm installed (decision 0103): each in a folder of its
 * own below `versions`, and in `current.json` which of them runs. `server/launch.js` reads that before anything else.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorCode, writeDurably } from '../postgres/place.ts'

export type CurrentVersion = {
  current: string
  /** What ran before, and what `tend rollback` returns to; the same where there is nothing to return to. */
  former: string
  /** The version that npm installed. Where it is another one now, that one runs, and the record means nothing. */
  installed: string
  /** `new` until it has served once: a start that fails before that returns to the former one, and it is `failed`. */
  state: 'new' | 'served' | 'failed'
  /** The backup that was made before it. */
  backup: string
  /** Milliseconds in which it has to serve for the first time, by how long it took on a copy. */
  readyWithin: number
  /** Names of the migrations that it has and the former one has not. */
  migrations: string[]
  /** Where nothing is to be restarted now, because other nodes use the same database, or people said so. */
  waitsForStart: boolean
  /** When the database was kept as it was before those migrations (keptDatabase.ts); null where it was not. */
  keptAt: string | null
  /** Set by a rollback over a changed schema until the kept database is back. */
  isReturning: boolean
}

/** Which version a record asks for. */
export const wantedBy = ({ state, current, former }: CurrentVersion): string => (state === 'failed' ? former : current)

export const versionsFolder = (dataDir: string) => join(dataDir, 'versions')

/** Where npm puts a version of this data folder. */
export const packageIn = (prefix: string) => join(prefix, 'node_modules/tend')

export const recordFile = (dataDir: string) => join(versionsFolder(dataDir), 'current.json')

/** The package that npm installed, which `server/launch.js` names where it handed over to another version. */
export const installedFolder = () => process.env.TEND_INSTALLED ?? fileURLToPath(new URL('../../..', import.meta.url))

/** The version of a package. */
export const versionIn = (folder: string): string =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version

/** Which version runs by this data folder's word; null where it is the one that npm installed. */
export function readCurrent(dataDir: string): CurrentVersion | null {
  try {
    const record: CurrentVersion = JSON.parse(readFileSync(recordFile(dataDir), 'utf8'))
    return record.installed === versionIn(installedFolder()) ? record : null
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** What the data folder says from now on. A tend that runs there follows (switching.ts). */
export function writeCurrent(dataDir: string, record: CurrentVersion): void {
  writeDurably(recordFile(dataDir), JSON.stringify(record, null, 1))
}

/** The folder of a version; that of the package that npm installed has no copy here. */
export const folderOf = (dataDir: string, version: string, installed: string): string =>
  version === installed ? installedFolder() : packageIn(join(versionsFolder(dataDir), version))

/** Notes that a version serves, so that no later failure to start returns to the former one. */
export function noteServed(dataDir: string, version: string): void {
  const record = readCurrent(dataDir)
  if (record?.state === 'new' && record.current === version) writeCurrent(dataDir, { ...record, state: 'served' })
}
