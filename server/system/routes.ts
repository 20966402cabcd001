import { languages } from '#shared/lib/language.ts'
import { system } from '#shared/system/contract.ts'
import { receiptPublicKey } from '../lib/receiptKey.ts'
import { routes } from '../lib/routes.ts'
import { countriesIn } from './countries.ts'

export const systemRoutes = routes(system, {
  version: (_, ctx) => ({ version: ctx.services.config.version }),
  languages: () => [...languages],
  countries: (_, ctx) => countriesIn(ctx.locale),
  receiptKey: (_, ctx) => ({ public_key: receiptPublicKey(ctx.services.serverKey) }),
  realtime: (_, ctx) => ({ key: ctx.services.pusher.key, activity_timeout: ctx.services.pusher.activityTimeout }),
})
