/** A restore that somebody asks for on the first page: the request, where uploads lie, and how it ended. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, placeOf } from '../config/config.ts'
import { storageAt } from '../files/s3Storage.ts'
import { isS3, type Storage } from '../files/storage.ts'
import { archiveStorage } from './archive.ts'
import type { BackupSecrets } from './encryption.ts'
import type { Source } from './restore.ts'
import { BackupError, type BackupFault } from './snapshot.ts'

/** Where a backup is: a folder or an S3, by default the one of the settings; or an upload. */
export type Place = { place?: string | undefined; upload?: string | undefined }

export type RestoreRequest = Place & {
  /** Of the page that asked, which may continue to ask for the progress. */
  token: string
  name: string
  passphrase?: string | undefined
}

/** `failed` is none of the faults of a backup: its details say what the system said. */
export type Refusal = { fault: BackupFault | 'failed'; details: string[] }

/** Uploads, and a note of what was asked. It is removed once somebody has an account. */
export const restoreFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'restore')
export const uploadFile = (config: Pick<Config, 'dataDir'>, upload: string) =>
  join(restoreFolder(config), `${upload}.tar`)
const noteFile = (config: Pick<Config, 'dataDir'>) => join(restoreFolder(config), 'note.json')

/**
 * The backups of a place.
 * @throws BackupError where an upload is no archive of them; Error where an S3 cannot be reached
 */
export async function targetAt(config: Config, { place, upload }: Place): Promise<Storage> {
  if (upload) return archiveStorage(uploadFile(config, upload))
  return storageAt(place ? placeOf(place) : config.backups.folder, config.s3)
}

/** What a restore takes from a request. */
export async function sourceOf(config: Config, { name, passphrase, ...place }: RestoreRequest): Promise<Source> {
  return {
    target: await targetAt(config, place),
    name,
    secrets: passphrase ? secretOf(passphrase) : config.backups.secrets,
    disks: disksOf(config),
  }
}

/** Both secrets are typed into one field. */
const secretOf = (typed: string): BackupSecrets =>
  typed.trim().startsWith('AGE-SECRET-KEY-') ? { identity: typed.trim() } : { passphrase: typed }

/** Folders of this machine that a restore fills. */
export const disksOf = ({ databaseUrl, dataDir, files }: Config): Source['disks'] => ({
  database: databaseUrl ? null : dataDir,
  files: isS3(files) ? null : existsSync(files) ? files : dataDir,
})

/** What to tell the person of an error; a text of the system goes along as it is. */
export const refusalOf = (error: unknown): Refusal =>
  error instanceof BackupError
    ? { fault: error.fault, details: error.details }
    : { fault: 'failed', details: [(error as Error).message] }

/** Notes that a restore was asked for, or how it failed. */
export function noteRestore(config: Pick<Config, 'dataDir'>, state: 'asked' | Refusal): void {
  mkdirSync(restoreFolder(config), { recursive: true, mode: 0o700 })
  writeFileSync(noteFile(config), JSON.stringify(state))
}

/** What was noted last; null where nothing was. */
export function readRestore(config: Pick<Config, 'dataDir'>): 'asked' | Refusal | null {
  return existsSync(noteFile(config)) ? JSON.parse(readFileSync(noteFile(config), 'utf8')) : null
}

/** Forgets a restore that was asked for and ended with the process. */
export function forgetInterrupted(config: Pick<Config, 'dataDir'>): void {
  if (readRestore(config) === 'asked') rmSync(noteFile(config))
}
