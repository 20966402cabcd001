import { Problem } from '#shared/lib/problem.ts'
import { sealing as calls } from '#shared/sealing/contract.ts'
import { audit } from '../audit/commands.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { routes } from '../lib/http/routes.ts'
import type { Limit } from '../lib/security/limits.ts'
import { countTries } from '../lib/security/tries.ts'
import type { Module } from '../module.ts'
import { checkChain } from './checkLinks.ts'
import { presentKey, renewSigningKey } from './keys.ts'
import { noteWalk } from './links.ts'
import { checkAllSeals, checkSeals, sealsDiffer } from './nightlyCheck.ts'
import { chainOf, listKeys } from './queries.ts'
import { sealingIsolation } from './table.ts'
import { stampChain, stampChains, unstampedEnd } from './timeStamps/jobs.ts'
import { verifyByFile, verifyByToken } from './verifying.ts'

const sealingRoutes = routes(calls, {
  chain: (_, ctx) => chainOf(ctx, companyOf(ctx)),
  check: {
    prepare: ({ after }, ctx) =>
      checkChain({ db: ctx.db, storage: ctx.services.storage, companyId: companyOf(ctx) }, after),
    handle: async ({ after }, ctx, part: Awaited<ReturnType<typeof checkChain>>) => {
      await noteWalk(ctx.db, { companyId: companyOf(ctx), checkedBy: ctx.actor.id, now: ctx.now }, after, part)
      return part
    },
  },
  stamp: { prepare: (_, ctx) => countStamp(ctx), handle: (_, ctx, isDue: boolean) => askForStamp(ctx, isDue) },
  keys: (_, ctx) => listKeys(ctx.db),
  renewKey: async (_, ctx) => {
    const key = await renewSigningKey(ctx.db, ctx.services.signing)
    await audit(ctx, 'seal.key_renewed', { type: 'SigningKey', id: key.generation })
    return presentKey(key)
  },
  verify: { prepare: ({ token, sha256 }, ctx) => verifyByToken(ctx, token, sha256) },
  find: { prepare: ({ sha256 }, ctx) => verifyByFile(ctx, sha256) },
})

/** Authorities give their stamps away, and count. */
const asked: Limit = { name: 'time stamps', tries: 6, seconds: 3600 }

/**
 * Counts a wish for a stamp; false where the end of the chain has one. Throws `not_found` where no authority is set,
 * `too_many_requests` at the seventh in an hour.
 */
async function countStamp(ctx: Context): Promise<boolean> {
  const companyId = companyOf(ctx)
  if (!ctx.services.config.timeStamps) throw new Problem('not_found')
  if (!(await unstampedEnd(ctx.db, companyId))) return false
  await countTries(ctx, [asked, String(companyId)])
  return true
}

/** Has the end of the company's chain stamped by a job, where it is due. */
async function askForStamp(ctx: Context, isDue: boolean): Promise<{ is_asked: boolean }> {
  const companyId = companyOf(ctx)
  if (!isDue) return { is_asked: false }
  await ctx.services.jobs.send(ctx.db, stampChain, { companyId }, { companyId })
  return { is_asked: true }
}

export const sealingModule: Module = {
  isolation: sealingIsolation,
  routes: sealingRoutes,
  jobs: [stampChain as never, stampChains, checkSeals as never, checkAllSeals],
  notices: [sealsDiffer as never],
}
