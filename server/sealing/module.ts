import type { HandlerInput } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { sealing as calls } from '#shared/sealing/contract.ts'
import { audit } from '../audit/commands.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
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

/** Returns the state of the company's chain. */
export const getChain: Handler<typeof calls.chain> = (_, ctx) => chainOf(ctx, companyOf(ctx))

const prepareCheck = ({ after }: HandlerInput<typeof calls.check>, ctx: Context) =>
  checkChain({ db: ctx.db, storage: ctx.services.storage, companyId: companyOf(ctx) }, after)

/** Checks a part of the chain. */
export const createCheck: Handler<typeof calls.check, Awaited<ReturnType<typeof checkChain>>> = async (
  { after },
  ctx,
  part,
) => {
  await noteWalk(ctx.db, { companyId: companyOf(ctx), checkedBy: ctx.actor.id, now: ctx.now }, after, part)
  return part
}

const prepareStamp = (_: unknown, ctx: Context) => countStamp(ctx)

/** Requests a time stamp for the end of the chain. */
export const createStamp: Handler<typeof calls.stamp, boolean> = (_, ctx, isDue) => askForStamp(ctx, isDue)

/** Lists the keys that seals are signed with. */
export const getKeys: Handler<typeof calls.keys> = (_, ctx) => listKeys(ctx.db)

/** Replaces the signing key. */
export const renewKey: Handler<typeof calls.renewKey> = async (_, ctx) => {
  const key = await renewSigningKey(ctx.db, ctx.services.signing)
  await audit(ctx, 'seal.key_renewed', { type: 'SigningKey', id: key.generation })
  return presentKey(key)
}

/** Verifies a document by its token. */
export const verifyToken: Handler<typeof calls.verify> = ({ token, sha256 }, ctx) => verifyByToken(ctx, token, sha256)

/** Verifies a document by the hash of its file. */
export const verifyFile: Handler<typeof calls.find> = ({ sha256 }, ctx) => verifyByFile(ctx, sha256)

const sealingRoutes = routes(calls, {
  chain: getChain,
  check: { prepare: prepareCheck, handle: createCheck },
  stamp: { prepare: prepareStamp, handle: createStamp },
  keys: getKeys,
  renewKey: renewKey,
  verify: { prepare: verifyToken },
  find: { prepare: verifyFile },
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
  notifications: [sealsDiffer as never],
}
