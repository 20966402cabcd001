/** Settings on the health page. Each change is tried before it is kept, so that a typing mistake locks nobody out. */
import { randomUUID } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { createSecureContext } from 'node:tls'
import { sql } from 'drizzle-orm'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { bundleOf, restartSettings, type SettingName, secretSettings, settingNames } from '#shared/lib/settingNames.ts'
import type { health, Setting } from '#shared/system/health.ts'
import { audit } from '../audit/commands.ts'
import {
  type Config,
  describeSettings,
  type Given,
  isFromEnvironment,
  placeOf,
  SettingsError,
} from '../lib/config/config.ts'
import type { Context } from '../lib/context.ts'
import { clientOf } from '../lib/db/pools.ts'
import { storageAt } from '../lib/files/s3Storage.ts'
import { ifMissing, isS3 } from '../lib/files/storage.ts'
import type { Handler } from '../lib/http/routes.ts'
import { tryMailServer } from '../lib/mail/mailer.ts'
import { configWith, readKept, writeKept } from '../lib/security/keptSettings.ts'
import { listKeys } from '../sealing/queries.ts'

/** The number of newest files that have to be at a new place of files already. */
const filesSought = 20
/** Folders of the system's own, in which Node looks for a parent without end. */
const notForFiles = /^\/(proc|sys)(\/|$)/
/** For the answer of this tend at its own address. */
const addressMs = 5_000

type Change = { name: SettingName; value: string | null }
type Wanted = Map<SettingName, string | null>

/** Tries changes while no connection is held. Throws `invalid` with the field that cannot be used, and why. */
export const tryChanges = async (
  { changes }: HandlerInput<typeof health.changeSettings>,
  ctx: Context,
): Promise<Wanted> => {
  const { config } = ctx.services
  const { values } = await readKept(clientOf(ctx.db), config)
  const wanted = new Map(changes.map(change => [change.name, completed(change, values)]))
  for (const name of wanted.keys())
    if (isFromEnvironment(name, config.given)) throw invalidField(name, 'from_environment')
  const next = configOf(config, withChanges(values, wanted), wanted)
  await tryEach(next, wanted, ctx)
  return wanted
}

/** Keeps what was tried, and puts it into force on all nodes. */
export const changeSettings: Handler<typeof health.changeSettings, Wanted> = async (_, ctx, wanted) => {
  const { config, realtime, settings } = ctx.services
  await writeKept(clientOf(ctx.db), config, Object.fromEntries(wanted))
  const about = { type: 'Setting', id: null, companyId: null }
  const fields = [...wanted.keys()].map(name => name.toLowerCase()).join(', ')
  await audit(ctx, 'settings.changed', about, { fields })
  await realtime.tellSettings(ctx.db)
  ctx.afterCommit.push(() => settings.reload())
  return null
}

function withChanges(values: Given, wanted: Wanted): Given {
  const all = Object.entries({ ...values, ...Object.fromEntries(wanted) })
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null))
}

/** The page does not know the password of the email server: the same account at the same server keeps it. */
function completed({ name, value }: Change, { SMTP_URL: kept }: Given): string | null {
  if (name !== 'SMTP_URL' || !value || !kept || !URL.canParse(value)) return value
  const [wanted, known] = [new URL(value), new URL(kept)]
  if (wanted.password || wanted.host !== known.host || wanted.username !== known.username) return value
  wanted.password = known.password
  return wanted.href
}

function configOf(config: Config, kept: Given, wanted: Wanted): Config {
  try {
    return configWith(config, kept)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const [fault] = Object.entries(error.faults)
    if (!fault) throw error
    const [name, reason] = fault
    if (isS3(kept[name] ?? '')) throw invalidField(name, 's3_keys_missing')
    if (reason === '') throw invalidField(name, kept[name] === undefined ? 'required' : 'one_of_two')
    throw invalidField(name, 'cannot_be_used', {
      reason: wanted.has(name as SettingName) ? reason : `${name}: ${reason}`,
    })
  }
}

async function tryEach(next: Config, wanted: Wanted, ctx: Context): Promise<void> {
  const isWanted = (name: SettingName) => wanted.has(name)
  const isSet = (name: SettingName) => Boolean(wanted.get(name))
  if (isSet('SMTP_URL') && next.smtpUrl) {
    const reason = await tryMailServer(next.smtpUrl)
    if (reason) throw invalidField('SMTP_URL', 'mail_refused', { reason })
  }
  if (isSet('PUBLIC_URL') && next.publicUrl) await tryAddress(next.publicUrl, ctx)
  const isEncrypting = (isSet('TLS') && next.acme) || isSet('TLS_CERT')
  if (isEncrypting && ctx.header('x-forwarded-proto'))
    throw invalidField(isSet('TLS') ? 'TLS' : 'TLS_CERT', 'behind_proxy')
  if (next.tls && (isSet('TLS_CERT') || isSet('TLS_KEY'))) tryCertificate(next.tls)
  for (const name of ['BACKUP_DIR', 'FILES_STORAGE'] as const) {
    const place = name === 'BACKUP_DIR' ? next.backups.folder : next.files
    const isTouched = isWanted(name) || (isS3(place) && bundleOf('S3_REGION').some(isWanted))
    if (!isTouched) continue
    const given = wanted.get(name)
    if (given && !isS3(given) && (!isAbsolute(given) || notForFiles.test(given)))
      throw invalidField(name, 'not_a_full_path')
    await tryPlace(isWanted(name) ? name : 'S3_ACCESS_KEY_ID', placeOf(place), next.s3)
    if (name === 'FILES_STORAGE') await seekFiles(place, next.s3, ctx)
  }
}

/** An address counts where this browser is at it, or where this tend answers at it. */
async function tryAddress(address: string, ctx: Context): Promise<void> {
  if (ctx.header('origin') === address) return
  const [key] = await listKeys(ctx.db)
  const own = key?.public_key ?? ctx.services.signing.publicKey(1)
  const reason = await fetch(`${address}/api/system/receipt-key`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(addressMs),
  }).then(
    async answer => ((await answer.text()).includes(JSON.stringify(own).slice(1, -1)) ? null : `HTTP ${answer.status}`),
    (error: Error & { cause?: { code?: string; message: string } }) =>
      error.cause?.code ?? error.cause?.message ?? error.name,
  )
  if (reason) throw invalidField('PUBLIC_URL', 'not_this_tend', { reason })
}

function tryCertificate({ cert, key }: NonNullable<Config['tls']>): void {
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw invalidField('TLS_CERT', 'cannot_be_used', { reason: (error as Error).message })
  }
}

/** Writes, reads and removes a small file. */
async function tryPlace(field: SettingName, place: string, s3: Config['s3']): Promise<void> {
  try {
    const storage = storageAt(place, s3)
    const path = `tried-${randomUUID()}`
    await storage.write(path, Buffer.from('tend'))
    await storage.read(path)
    await storage.remove(path)
  } catch (error) {
    throw invalidField(field, 'not_writable', { reason: (error as Error).message.slice(0, 300) })
  }
}

async function seekFiles(place: string, s3: Config['s3'], { db }: Context): Promise<void> {
  const storage = storageAt(place, s3)
  const newest = await db.execute<{ path: string }>(sql`select path from files order by id desc limit ${filesSought}`)
  for (const { path } of newest.rows)
    if ((await storage.size(path).catch(ifMissing)) === null)
      throw invalidField('FILES_STORAGE', 'files_not_there', { place })
}

/** Lists the settings of the page, each with where it is from. */
export async function listSettings({ db, services }: Context): Promise<Setting[]> {
  const { config, settings } = services
  const kept = await readKept(clientOf(db), config)
  const described = new Map(describeSettings({ ...config, kept: kept.values }).map(one => [one.name, one]))
  return settingNames.map(name => {
    const { value = null, from = 'default' } = described.get(name) ?? {}
    const isFixed = isFromEnvironment(name, config.given)
    const isOther = kept.values[name] !== settings.atStart[name]
    return {
      name,
      value: shown(name, value),
      is_set: value !== null,
      from: isFixed ? 'environment' : from,
      needs_restart: !isFixed && restartSettings.includes(name) && isOther,
      is_unused: kept.unreadable.includes(name) || (settings.fault !== null && kept.values[name] !== undefined),
    }
  })
}

/** A secret is not shown; of an email server's address only its password is one. */
function shown(name: SettingName, value: string | null): string | null {
  if (name !== 'SMTP_URL' || value === null) return secretSettings.includes(name) ? null : value
  const address = new URL(value)
  address.password = ''
  return address.href
}
