import { Problem } from '#shared/lib/problem.ts'
import { type Context, companyOf } from '../../lib/context.ts'
import type { Limit } from '../../lib/security/limits.ts'
import { countTries } from '../../lib/security/tries.ts'
import { stampChain, unstampedEnd } from './jobs.ts'

/** Authorities give their stamps away, and count. */
const asked: Limit = { name: 'time stamps', tries: 6, seconds: 3600 }

/** Has the end of the company's chain stamped by a job. Throws `not_found` where no authority is set, `too_many_requests` at the seventh in an hour. */
export async function askForStamp(ctx: Context): Promise<{ is_asked: boolean }> {
  const companyId = companyOf(ctx)
  if (!ctx.services.config.timeStamps) throw new Problem('not_found')
  if (!(await unstampedEnd(ctx.db, companyId))) return { is_asked: false }
  await countTries(ctx, [asked, String(companyId)])
  await ctx.services.jobs.send(ctx.db, stampChain, { companyId }, { companyId })
  return { is_asked: true }
}
