/**
 * How often something may be tried by those of whom nothing is kept: counted in memory, under a hash whose salt this
 * process made for itself and takes with it. Each node counts by itself, and a restart begins at zero; both are the price
 * of no trace.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '#shared/lib/problem.ts'
import { networkOf } from '../network/network.ts'
import type { Limit, Limits } from './limits.ts'

export type TracelessLimits = Pick<Limits, 'spend' | 'giveBack'> & {
  /** A place as this process calls it: the same for the same network, and to nobody else a word. */
  placeOf(ip: string): string
}

export function openTracelessLimits(): TracelessLimits {
  const salt = randomBytes(32)
  const hashOf = (text: string) => createHmac('sha256', salt).update(text).digest('base64url')
  const limiters = new Map<string, RateLimiterMemory>()
  const limiterOf = ({ name, tries, seconds }: Limit) => {
    const found = limiters.get(name)
    if (found) return found
    const made = new RateLimiterMemory({ keyPrefix: name, points: tries, duration: seconds })
    limiters.set(name, made)
    return made
  }
  return {
    placeOf: ip => hashOf(networkOf(ip)),
    spend: async (limit, key) => {
      const counted = await limiterOf(limit)
        .consume(hashOf(key))
        .catch(refusal => {
          if (!(refusal instanceof RateLimiterRes)) throw refusal
          throw new Problem('too_many_requests', { retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) })
        })
      return counted.remainingPoints
    },
    giveBack: async (limit, key) => {
      await limiterOf(limit).reward(hashOf(key))
    },
  }
}
