import { compareIn } from '#shared/lib/alphabet.ts'
import { type Locale, languages } from '#shared/lib/language.ts'
import { system } from '#shared/system/contract.ts'
import { countries } from '#shared/system/countries.ts'
import { health } from '#shared/system/health.ts'
import type { Topic } from '../lib/context.ts'
import { noTenant, shortReads, withDatabase } from '../lib/db/pools.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import type { Module } from '../module.ts'
import { listKeys } from '../sealing/queries.ts'
import { askForBackup, backupTrouble, makeBackup, proveBackup, watchBackups } from './backups.ts'
import { renewCertificates } from './certificates.ts'
import { checkHealth } from './checks.ts'
import { sendTestEmail, settleLetter } from './commands.ts'
import { serveMetrics } from './metrics.ts'
import { serveSecurityContact } from './securityContact.ts'
import { changeSettings, listSettings, tryChanges } from './settings.ts'

/** Returns the version of this tend. */
export const getVersion: Handler<typeof system.version> = (_, ctx) => ({ version: ctx.services.config.version })

/** Lists the languages. */
export const getLanguages: Handler<typeof system.languages> = () => [...languages]

/** Lists the countries. */
export const getCountries: Handler<typeof system.countries> = (_, ctx) => countriesIn(ctx.locale)

/** Returns the key that receipts are checked with. */
export const getReceiptKey: Handler<typeof system.receiptKey> = async (_, ctx) => {
  const [key, ...former] = (await listKeys(ctx.db)).map(({ public_key }) => public_key)
  return { public_key: key ?? ctx.services.signing.publicKey(1), former_keys: former }
}

/** Returns the source of map tiles. */
export const getMapSettings: Handler<typeof system.map> = (_, { services: { config } }) => ({
  tiles: config.map?.tiles ?? null,
  attribution: config.map?.attribution ?? null,
})

/** Returns how to connect for realtime. */
export const getRealtimeSettings: Handler<typeof system.realtime> = (_, ctx) => ({
  key: ctx.services.pusher.key,
  activity_timeout: ctx.services.pusher.activityTimeout,
})

const systemRoutes = routes(system, {
  version: getVersion,
  languages: getLanguages,
  countries: getCountries,
  receiptKey: getReceiptKey,
  map: getMapSettings,
  realtime: getRealtimeSettings,
})

/** Reads the health of this tend, with no connection held. */
export const getHealth: Handler<typeof health.get> = async (_, ctx) => {
  const { config, pools, recentErrors, address } = ctx.services
  const app = shortReads(work => withDatabase(pools.isolated, noTenant, false, work))
  const [request, errors] = [{ ip: ctx.ip, header: ctx.header }, recentErrors.list()]
  const found = await checkHealth({ config, db: ctx.db, app, now: ctx.now, address: address(''), request, errors })
  return { made_at: ctx.now.toISOString(), settings: await listSettings(ctx), ...found }
}

/** Has a backup made now, unless one is under way. */
export const createBackup: Handler<typeof health.backUp> = async (_, ctx) => {
  await askForBackup(ctx.db, ctx.services)
  return null
}

const healthRoutes = routes(health, {
  get: { prepare: getHealth },
  backUp: createBackup,
  testEmail: { prepare: sendTestEmail },
  settleLetter,
  changeSettings: { prepare: tryChanges, handle: changeSettings },
})

/** All countries by name, as the language has it and sorts it. */
function countriesIn(locale: Locale) {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const compare = compareIn(locale)
  return countries
    .map(country => ({ ...country, name: names.of(country.code) ?? country.code }))
    .sort((a, b) => compare(a.name, b.name))
}

export const systemModule: Module = {
  routes: [...systemRoutes, ...healthRoutes],
  jobs: [watchBackups, makeBackup, proveBackup, renewCertificates],
  notifications: [backupTrouble] as Topic<never>[],
  serve: (app, services) => {
    serveMetrics(app, services)
    serveSecurityContact(app, services)
  },
}
