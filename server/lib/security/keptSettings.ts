/**
 * Settings of the health page: rows of the database. Secrets are encrypted by SETTINGS_SECRET or by a key file in the
 * data folder, so that the database and its backups reveal none.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type ClientBase } from 'pg'
import { isSettingName, type SettingName, secretSettings } from '#shared/lib/settingNames.ts'
import { type Config, type Given, readConfig } from '../config/config.ts'
import { seal, unseal } from './secrets.ts'

/** What the database keeps; of names without a value the key is not here. */
export type Kept = { values: Given; unreadable: string[] }

export const nothingKept: Kept = { values: {}, unreadable: [] }

type KeyPlace = Pick<Config, 'settingsSecret' | 'dataDir'>

const purpose = 'settings'
const keyFile = (dataDir: string) => join(dataDir, 'settings.key')

/** The key of this machine; null where there is none yet. */
function findKey({ settingsSecret, dataDir }: KeyPlace): Buffer | null {
  if (settingsSecret) return Buffer.from(settingsSecret)
  try {
    return readFileSync(keyFile(dataDir))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The key of this machine, made by the first process that needs one. */
function requireKey(place: KeyPlace): Buffer {
  const found = findKey(place)
  if (found) return found
  mkdirSync(place.dataDir, { recursive: true, mode: 0o755 })
  try {
    writeFileSync(keyFile(place.dataDir), randomBytes(32), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return requireKey(place)
}

/** Whether a name is kept encrypted: the secrets of the page, and what ACME gives. */
const isSealed = (name: string) => !isSettingName(name) || secretSettings.includes(name)

/** Reads all that is kept. A database of an earlier version keeps nothing. */
export async function readKept(client: Pick<ClientBase, 'query'>, place: KeyPlace): Promise<Kept> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.platform_settings') is not null as there`,
  )
  if (!rows[0]?.there) return nothingKept
  const found = await client.query<{ name: string; value: string | null; sealed: Buffer | null }>(
    'select name, value, sealed from platform_settings',
  )
  const kept: Kept = { values: {}, unreadable: [] }
  for (const { name, value, sealed } of found.rows) {
    const read = sealed ? open(place, name, sealed) : value
    if (read === null) kept.unreadable.push(name)
    else kept.values[name] = read
  }
  return kept
}

/** A secret; null where it was encrypted by another key. */
function open(place: KeyPlace, name: string, sealed: Buffer): string | null {
  const key = findKey(place)
  if (!key) return null
  try {
    return unseal(key, `${purpose} ${name}`, 0, sealed).toString()
  } catch {
    return null
  }
}

/** Keeps values by name; null forgets one. */
export async function writeKept(
  client: Pick<ClientBase, 'query'>,
  place: KeyPlace,
  values: Record<string, string | null>,
): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    if (value === null) {
      await client.query('delete from platform_settings where name = $1', [name])
      continue
    }
    const sealed = isSealed(name) ? seal(requireKey(place), `${purpose} ${name}`, 0, Buffer.from(value)) : null
    await client.query(
      `insert into platform_settings (name, value, sealed) values ($1, $2, $3)
       on conflict (name) do update set value = excluded.value, sealed = excluded.sealed, changed_at = now()`,
      [name, sealed ? null : value, sealed],
    )
  }
}

/** Encrypts a secret that belongs to a row by the key of the settings, so that a copy of the database has none. */
export const sealKept = (place: KeyPlace, ownPurpose: string, ownerId: number, secret: string): Buffer =>
  seal(requireKey(place), ownPurpose, ownerId, Buffer.from(secret))

/** What `sealKept` encrypted; null where the key is another one since. */
export function openKept(place: KeyPlace, ownPurpose: string, ownerId: number, sealed: Buffer): string | null {
  const key = findKey(place)
  if (!key) return null
  try {
    return unseal(key, ownPurpose, ownerId, sealed).toString()
  } catch {
    return null
  }
}

/** The same over a connection of its own, for the start and for commands. */
export async function readKeptAt(ownerUrl: string, place: KeyPlace): Promise<Kept> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'tend settings' })
  await client.connect()
  try {
    return await readKept(client, place)
  } finally {
    await client.end()
  }
}

/** The settings with the kept ones applied. Throws what `readConfig` throws. */
export const configWith = ({ given, demo, version }: Config, kept: Given): Config =>
  readConfig(given, { demo, version, kept })

/**
 * Applies kept settings at the start. Where they cannot be used any more, as when a file is gone, the environment
 * alone counts, so that the page can be opened to correct it.
 * @returns why it cannot be used
 */
export function applyAtStart(config: Config, kept: Given): string | null {
  try {
    Object.assign(config, configWith(config, kept))
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** How a setting that takes effect at once comes into a configuration. */
const taken: Partial<Record<SettingName, (config: Config, after: Config) => void>> = {
  SMTP_URL: (config, { smtpUrl }) => Object.assign(config, { smtpUrl }),
  MAIL_FROM: (config, { mailFrom }) => Object.assign(config, { mailFrom }),
  PUBLIC_URL: (config, { publicUrl }) => Object.assign(config, { publicUrl }),
  TRUST_PROXY: (config, { trustProxy }) => Object.assign(config, { trustProxy }),
  REGISTRATION: (config, { registration }) => Object.assign(config, { registration }),
  BACKUP_HOUR: (config, { backups: { hour } }) => Object.assign(config.backups, { hour }),
  BACKUP_DRILL: (config, { backups: { hasDrill } }) => Object.assign(config.backups, { hasDrill }),
}

/** Puts changes into force while tend runs; what needs a restart is left. Throws what `readConfig` throws. */
export function applyNow(config: Config, kept: Given): void {
  const after = configWith(config, kept)
  const names = new Set([...Object.keys(config.kept), ...Object.keys(kept)])
  for (const name of names) {
    if (isSettingName(name) && config.kept[name] !== kept[name]) taken[name]?.(config, after)
  }
  config.kept = kept
}

/** The settings of a tend that runs. */
export type Settings = {
  /** Values kept at the start, by which one sees what waits for a restart. */
  readonly atStart: Given
  /** All values that are kept now, those of ACME among them. */
  readonly kept: Given
  /** Why kept settings cannot be used, if some cannot. */
  readonly fault: string | null
  /** Reads the kept settings again and applies them. */
  reload(): Promise<void>
}

type Live = {
  config: Config
  kept: Kept
  fault: string | null
  isCopy: boolean
  log: { error(details: object, message: string): void }
  read: () => Promise<Kept>
  /** Called with what was read, and when the settings among it are in force. */
  onChange: (kept: Kept) => void
  onApplied: () => void
}

export function liveSettings({ config, kept, fault, isCopy, log, read, onChange, onApplied }: Live): Settings {
  let last: Promise<void> = Promise.resolve()
  const reload = async () => {
    try {
      const found = await read()
      settings.kept = found.values
      onChange(found)
      applyNow(config, found.values)
      settings.fault = null
      onApplied()
    } catch (error) {
      settings.fault = (error as Error).message
      log.error({ reason: settings.fault }, 'The settings of the health page cannot be used')
    }
  }
  const settings = {
    atStart: kept.values,
    kept: kept.values,
    fault,
    // One after the other, so that the last one reads the latest.
    reload: () => {
      if (!isCopy) last = last.then(reload)
      return last
    },
  }
  return settings
}
