/**
 * Tries of a call are counted in its `prepare`, while it holds no connection: the counts have connections of their own,
 * and a call that waits for one of them must keep none from others.
 */
import { Problem } from '#shared/lib/problem.ts'
import type { Limit, Limits } from './limits.ts'

/** Of what, and whose. */
export type Try = readonly [limit: Limit, key: string]

type Counting = { services: { limits: Pick<Limits, 'spend'> } }

/**
 * Counts tries; how many are left of the last. Throws `too_many_requests` at the first of which there were too many.
 */
export async function countTries({ services: { limits } }: Counting, ...tries: Try[]): Promise<number> {
  let left = 0
  for (const [limit, key] of tries) left = await limits.spend(limit, key)
  return left
}

/** Counts tries; false where there were too many. */
export async function areTriesLeft(ctx: Counting, ...tries: Try[]): Promise<boolean> {
  try {
    await countTries(ctx, ...tries)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

type GivingBack = { services: { limits: Pick<Limits, 'giveBack'> } }

/** Gives counted tries back, because they were good ones. */
export async function giveBackTries({ services: { limits } }: GivingBack, ...tries: Try[]): Promise<void> {
  for (const [limit, key] of tries) await limits.giveBack(limit, key)
}

type AfterCommit = {
  afterCommit: (() => void | Promise<void>)[]
  services: { limits: Pick<Limits, 'giveBack'>; log: { warn(fields: object, text: string): void } }
}

/** Gives counted tries back when the call is committed, because they were good ones. */
export function giveBackAfterCommit(ctx: AfterCommit, ...tries: Try[]): void {
  const { limits, log } = ctx.services
  ctx.afterCommit.push(async () => {
    for (const [limit, key] of tries)
      await limits
        .giveBack(limit, key)
        .catch(error => log.warn({ err: error }, 'A successful try could not be taken off its limit'))
  })
}
