import { sealing } from '#shared/sealing/contract.ts'
import { audit } from '../audit/commands.ts'
import { companyOf } from '../lib/context.ts'
import { routes } from '../lib/http/routes.ts'
import { checkChain } from './checkLinks.ts'
import { presentKey, renewSigningKey } from './keys.ts'
import { chainOf, listKeys } from './queries.ts'
import { askForStamp } from './timeStamps/asking.ts'
import { verifyByFile, verifyByToken } from './verifying.ts'
import { noteWalk } from './walks.ts'

export const sealingRoutes = routes(sealing, {
  chain: (_, ctx) => chainOf(ctx, companyOf(ctx)),
  check: async ({ after }, ctx) => {
    const companyId = companyOf(ctx)
    const part = await checkChain(
      { db: ctx.db, storage: ctx.services.storage, companyId, preparation: ctx.preparation },
      after,
    )
    await noteWalk(ctx.db, { companyId, checkedBy: ctx.actor.id, now: ctx.now }, after, part)
    return part
  },
  stamp: (_, ctx) => askForStamp(ctx),
  keys: (_, ctx) => listKeys(ctx.db),
  renewKey: async (_, ctx) => {
    const key = await renewSigningKey(ctx.db, ctx.services.signing)
    await audit(ctx, 'seal.key_renewed', { type: 'SigningKey', id: key.generation })
    return presentKey(key)
  },
  verify: ({ token, sha256 }, ctx) => verifyByToken(ctx, token, sha256),
  find: ({ sha256 }, ctx) => verifyByFile(ctx, sha256),
})
