import { languages } from '#shared/lib/language.ts'
import { system } from '#shared/system/contract.ts'
import { routes } from '../lib/http/routes.ts'
import { receiptPublicKey } from '../lib/security/receiptKey.ts'
import { countriesIn } from './countries.ts'

export const systemRoutes = routes(system, {
  version: (_, ctx) => ({ version: ctx.services.config.version }),
  languages: () => [...languages],
  countries: (_, ctx) => countriesIn(ctx.locale),
  receiptKey: (_, ctx) => ({ public_key: receiptPublicKey(ctx.services.serverKey) }),
  map: (_, { services: { config } }) => ({
    tiles: config.map?.tiles ?? null,
    attribution: config.map?.attribution ?? null,
  }),
  realtime: (_, ctx) => ({ key: ctx.services.pusher.key, activity_timeout: ctx.services.pusher.activityTimeout }),
})
