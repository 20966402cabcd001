/**
 * Rate limits. Tries are counted in PostgreSQL, which all nodes share and a restart keeps; those of people of whom
 * nothing may be kept (`traceless`) are counted in memory, by each node alone.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Pool } from 'pg'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '#shared/lib/problem.ts'
import { requireNothingHeld } from '../concurrency/connectionGuard.ts'
import { FairSemaphore } from '../concurrency/FairSemaphore.ts'
import { ignoreLostConnections } from '../db/pools.ts'
import { loginsOf, urlFor } from '../db/roles.ts'
import { networkOf } from '../network/network.ts'
import { hashToken } from './secrets.ts'

const atOnce = 2
/** Counts that wait; more are refused at once. */
const maxWaiting = 1_000

/** At most `tries` in `seconds`, which begin with the first; 0 is for ever. */
export type Limit = { name: string; tries: number; seconds: number }

/** How many tries are left in the window, and the seconds until another begins. */
type Left = { left: number; wait: number }

export type Limits = {
  /**
   * Counts a try; how many are left. Throws `too_many_requests` with the time to wait when there were too many, and
   * `unavailable` where too many wait to be counted.
   */
  spend(limit: Limit, key: string): Promise<number>
  /**
   * Counts a try of a call that nobody guesses with, such as a post. The call waits for its count, and is refused as by
   * `spend`, only where the key has used more than a quarter of its tries as far as this process knows. Otherwise
   * `later` says when it is counted. Answers how many are left and for how many seconds, as far as is known.
   */
  count(limit: Limit, key: string, later?: (count: () => void) => void): Promise<Left>
  /** Tells how many tries are left, without one. */
  left(limit: Limit, key: string): Promise<number>
  /** Takes a try back, because it was a good one. */
  giveBack(limit: Limit, key: string): Promise<void>
  /** Resets the count. */
  forget(limit: Limit, key: string): Promise<void>
  close(): Promise<void>
}

export type TracelessLimits = Limits & {
  /** Pseudonym of a network, which only this process can make. */
  pseudonymOf(ip: string): string
}

type Counting = {
  /** Counter of a limit. */
  open(settings: { keyPrefix: string; points: number; duration: number }): RateLimiterAbstract
  hashOf(key: string): string
  /** Does the work in the turn of a key. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Hears of a try that could not be counted while its call went on. */
  onError(error: Error): void
  close(): Promise<void>
}

/** Tries that a key of `count` has left until its window ends, as far as this process knows. */
type Remembered = { left: number; endsAt: number }

const leftOf = ({ left, endsAt }: Remembered): Left => ({
  left: Math.max(0, left),
  wait: Math.max(1, Math.ceil((endsAt - Date.now()) / 1000)),
})

const maxRemembered = 10_000
/** Share of the tries left below which each is waited for. A process that heard of none may let a quarter through. */
const awaitedFrom = 0.75

/** Within a window it only falls, because other calls are under way. */
function lower(known: Remembered | undefined, { remainingPoints, msBeforeNext }: RateLimiterRes): void {
  if (known) Object.assign(known, { left: Math.min(known.left, remainingPoints), endsAt: Date.now() + msBeforeNext })
}

function countedBy({ open, hashOf, take, onError, close }: Counting): Limits {
  const counters = new Map<string, RateLimiterAbstract>()
  const counterOf = ({ name, tries, seconds }: Limit) => {
    const counter = counters.get(name) ?? open({ keyPrefix: name, points: tries, duration: seconds })
    counters.set(name, counter)
    return counter
  }
  const remembered = new LRUCache<string, Remembered>({ max: maxRemembered })
  const nameOf = ({ name }: Limit, key: string) => `${name} ${hashOf(key)}`
  const spend = async (limit: Limit, key: string): Promise<number> => {
    const counted = await take(key, () => counterOf(limit).consume(hashOf(key))).catch(refusal => {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      lower(remembered.get(nameOf(limit, key)), refusal)
      throw new Problem('too_many_requests', { retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) })
    })
    lower(remembered.get(nameOf(limit, key)), counted)
    return counted.remainingPoints
  }
  return {
    spend,
    count: async (limit, key, later = count => count()) => {
      const name = nameOf(limit, key)
      const before = remembered.get(name)
      const fresh = { left: limit.tries, endsAt: Date.now() + limit.seconds * 1000 }
      const known = before && before.endsAt > Date.now() ? before : fresh
      remembered.set(name, known)
      known.left--
      if (known.left < limit.tries * awaitedFrom) {
        await spend(limit, key)
        return leftOf(known)
      }
      later(() => {
        spend(limit, key).catch(error => {
          if (!(error instanceof Problem)) onError(error)
        })
      })
      return leftOf(known)
    },
    left: async (limit, key) => {
      const counted = await take(key, () => counterOf(limit).get(hashOf(key)))
      return counted ? Math.max(0, counted.remainingPoints) : limit.tries
    },
    giveBack: async (limit, key) => {
      remembered.delete(nameOf(limit, key))
      await take(key, () => counterOf(limit).reward(hashOf(key)))
    },
    forget: async (limit, key) => {
      remembered.delete(nameOf(limit, key))
      await take(key, () => counterOf(limit).delete(hashOf(key)))
    },
    close,
  }
}

/**
 * Limits counted in PostgreSQL, on connections of their own: a refused request is rolled back, and its try must count
 * all the same. Calls count by `tries.ts`, while they hold no connection.
 */
export function openLimits(ownerUrl: string, onError: (error: Error) => void): Limits {
  const pool = new Pool({
    connectionString: urlFor(ownerUrl, loginsOf(ownerUrl).system),
    max: atOnce,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 10_000,
    // A count need not be on the disk at once: a crash may forget the tries of the last moment.
    options: '-c synchronous_commit=off',
  })
  pool.on('error', onError)
  ignoreLostConnections(pool)
  // One key at a time, because its counts are one row: a flooded public address keeps no other try waiting.
  const turns = new FairSemaphore({ atOnce, maxWaiting })
  const store = { storeClient: pool, storeType: 'pool', tableName: 'rate_limits', tableCreated: true }
  let isFirst = true
  return countedBy({
    open: settings => {
      const counter = new RateLimiterPostgres({ ...store, ...settings, clearExpiredByTimeout: isFirst })
      isFirst = false
      return counter
    },
    hashOf: hashToken,
    take: (key, work) => {
      requireNothingHeld('counting a try')
      return turns.take(key, work)
    },
    onError,
    close: () => pool.end(),
  })
}

/**
 * Limits counted in memory under a hash whose salt no other process knows. A restart begins at zero, which is the price
 * of no trace.
 */
export function openTracelessLimits(): TracelessLimits {
  const salt = randomBytes(32)
  const hashOf = (text: string) => createHmac('sha256', salt).update(text).digest('base64url')
  const limits = countedBy({
    open: settings => new RateLimiterMemory(settings),
    hashOf,
    take: (_, work) => work(),
    onError: () => {},
    close: async () => {},
  })
  return { ...limits, pseudonymOf: ip => hashOf(networkOf(ip)) }
}
