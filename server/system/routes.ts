import { languages } from '#shared/lib/language.ts'
import { system } from '#shared/system/contract.ts'
import { routes } from '../lib/http/routes.ts'
import { listKeys } from '../sealing/queries.ts'
import { countriesIn } from './countries.ts'

export const systemRoutes = routes(system, {
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
