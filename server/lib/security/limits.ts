/**
 * How often something may be tried. The counts lie in PostgreSQL, so that a restart does not forget them and all nodes
 * share them. They use a connection of their own: a request that is refused is rolled back, and its try must count all
 * the same. Calls count by `tries.ts`, while they hold none.
 */
import { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '#shared/lib/problem.ts'
import { ignoreLostConnections } from '../db/pools.ts'
import { loginsOf, urlFor } from '../db/roles.ts'
import { FairSemaphore } from '../heavy/FairSemaphore.ts'
import { requireNothingHeld } from '../heavy/holding.ts'
import { hashToken } from './secrets.ts'

const atOnce = 2
/** Counts that wait; more are refused at once. */
const maxWaiting = 1_000

/** At most `tries` in `seconds`, which begin with the first; 0 is for ever. */
export type Limit = { name: string; tries: number; seconds: number }

export type Limits = {
  /**
   * Counts a try; how many are left. Throws `too_many_requests` with the time to wait when there were too many, and
   * `unavailable` where too many wait to be counted.
   */
  spend(limit: Limit, key: string): Promise<number>
  /** Takes a try back, because it was a good one. */
  giveBack(limit: Limit, key: string): Promise<void>
  /** Begins anew. */
  forget(limit: Limit, key: string): Promise<void>
  close(): Promise<void>
}

export function openLimits(ownerUrl: string, onError: (error: Error) => void): Limits {
  const pool = new Pool({
    connectionString: urlFor(ownerUrl, loginsOf(ownerUrl).system),
    max: atOnce,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 10_000,
    // A count is not waited for until it is on the disk: what fails of the machine may forget the tries of its last
    // moment.
    options: '-c synchronous_commit=off',
  })
  pool.on('error', onError)
  ignoreLostConnections(pool)
  // Of one key at a time, for all of its counts are one row: whoever floods a public address keeps no other try
  // waiting.
  const turns = new FairSemaphore({ atOnce, maxWaiting })
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = ({ name, tries, seconds }: Limit) => {
    const found = limiters.get(name)
    if (found) return found
    const made = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: limiters.size === 0,
      keyPrefix: name,
      points: tries,
      duration: seconds,
    })
    limiters.set(name, made)
    return made
  }
  return {
    spend: async (limit, key) => {
      requireNothingHeld('counting a try')
      const counted = await turns
        .take(key, () => limiterOf(limit).consume(hashToken(key)))
        .catch(refusal => {
          if (!(refusal instanceof RateLimiterRes)) throw refusal
          throw new Problem('too_many_requests', { retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) })
        })
      return counted.remainingPoints
    },
    giveBack: async (limit, key) => {
      requireNothingHeld('giving a try back')
      await turns.take(key, () => limiterOf(limit).reward(hashToken(key)))
    },
    forget: async (limit, key) => {
      requireNothingHeld('forgetting tries')
      await turns.take(key, () => limiterOf(limit).delete(hashToken(key)))
    },
    close: () => pool.end(),
  }
}
