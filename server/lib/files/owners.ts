import type { Actor } from '#shared/lib/actor.ts'
import type { Ability } from '#shared/lib/rules.ts'
import type { Database } from '../db/pools.ts'

type Reader = { db: Database; actor: Actor; ability: Ability }

/** Of files that a feature's rows name, by the kind that stands in `owned_by`: whether somebody may see one. */
export type FileOwners = Record<string, (reader: Reader, file: { companyId: number; id: number }) => Promise<boolean>>
