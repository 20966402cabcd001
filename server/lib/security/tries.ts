/**
 * Tries of a call are counted while it holds no connection. The counts have connections of their own, and a call that
 * waits for one of them must keep none from others: it is broken off, the try is counted, and it begins again
 * (`heavy/preparation.ts`).
 */
import { Problem } from '#shared/lib/problem.ts'
import { type Preparation, prepared } from '../heavy/preparation.ts'
import type { Limit, Limits } from './limits.ts'

/** Of what, and whose. */
export type Try = readonly [limit: Limit, key: string]

type Counting = { preparation: Preparation; services: { limits: Pick<Limits, 'spend'> } }

/**
 * Counts tries of a call once; how many are left of the last. Throws `too_many_requests` at the first of which there
 * were too many.
 */
export async function countTries(ctx: Counting, ...tries: Try[]): Promise<number> {
  const counted = await counting(ctx, tries)
  if (counted instanceof Problem) throw counted
  return counted
}

/** Counts tries of a call once; false where there were too many. */
export async function areTriesLeft(ctx: Counting, ...tries: Try[]): Promise<boolean> {
  return !((await counting(ctx, tries)) instanceof Problem)
}

function counting({ preparation, services: { limits } }: Counting, tries: Try[]): Promise<number | Problem> {
  return prepared({ preparation }, `count ${nameOf(tries)}`, async () => {
    let left = 0
    try {
      for (const [limit, key] of tries) left = await limits.spend(limit, key)
    } catch (error) {
      if (error instanceof Problem) return error
      throw error
    }
    return left
  })
}

type GivingBack = { preparation: Preparation; services: { limits: Pick<Limits, 'giveBack'> } }

/** Gives counted tries back, because they were good ones. */
export async function giveBackTries({ preparation, services: { limits } }: GivingBack, ...tries: Try[]): Promise<void> {
  await prepared({ preparation }, `give back ${nameOf(tries)}`, async () => {
    for (const [limit, key] of tries) await limits.giveBack(limit, key)
  })
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
      await limits.giveBack(limit, key).catch(error => log.warn({ err: error }, 'A good try stays counted'))
  })
}

const nameOf = (tries: Try[]) => JSON.stringify(tries.map(([{ name }, key]) => [name, key]))
