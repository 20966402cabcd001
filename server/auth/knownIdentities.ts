import type { Database } from '../lib/db/pools.ts'
import type { Known, KnownIdentities } from '../lib/security/identity.ts'
import { findKnown } from './queries.ts'

/** So many are kept, of some hundred bytes each. */
const maxKept = 1_000

/** Keeps who asked lately; `find` asks the database when it is their turn. */
export function keepKnown(
  find: (
    bearer: string,
    ip: string,
    work: (db: Database) => Promise<(now: Date) => Known>,
  ) => Promise<(now: Date) => Known>,
): KnownIdentities {
  const kept = new Map<string, (now: Date) => Known>()
  const keep = (bearer: string, known: (now: Date) => Known) => {
    // Whoever asked last is forgotten last.
    kept.delete(bearer)
    kept.set(bearer, known)
    if (kept.size > maxKept) kept.delete(kept.keys().next().value ?? '')
  }
  return {
    async of(bearer, ip) {
      const before = kept.get(bearer)
      if (before)
        try {
          const known = before(new Date())
          keep(bearer, before)
          return known
        } catch {
          // Ended by the clock, as far as is known.
          kept.delete(bearer)
        }
      const found = await find(bearer, ip, db => findKnown(db, bearer))
      const known = found(new Date())
      keep(bearer, found)
      return known
    },
    forget: bearer => void kept.delete(bearer),
  }
}
