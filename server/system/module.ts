import { compareIn } from '#shared/lib/alphabet.ts'
import { type Locale, languages } from '#shared/lib/language.ts'
import { system } from '#shared/system/contract.ts'
import { countries } from '#shared/system/countries.ts'
import { routes } from '../lib/http/routes.ts'
import type { Module } from '../module.ts'
import { listKeys } from '../sealing/queries.ts'

const systemRoutes = routes(system, {
  version: (_, ctx) => ({ version: ctx.services.config.version }),
  languages: () => [...languages],
  countries: (_, ctx) => countriesIn(ctx.locale),
  receiptKey: async (_, ctx) => {
    const [key, ...former] = (await listKeys(ctx.db)).map(({ public_key }) => public_key)
    return { public_key: key ?? ctx.services.signing.publicKey(1), former_keys: former }
  },
  map: (_, { services: { config } }) => ({
    tiles: config.map?.tiles ?? null,
    attribution: config.map?.attribution ?? null,
  }),
  realtime: (_, ctx) => ({ key: ctx.services.pusher.key, activity_timeout: ctx.services.pusher.activityTimeout }),
})

/** All countries by name, as the language has it and sorts it. */
function countriesIn(locale: Locale) {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const compare = compareIn(locale)
  return countries
    .map(country => ({ ...country, name: names.of(country.code) ?? country.code }))
    .sort((a, b) => compare(a.name, b.name))
}

export const systemModule: Module = { routes: systemRoutes }
