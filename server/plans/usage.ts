import { and, count, eq, isNull, lt, sql } from 'drizzle-orm'
import { roles } from '#shared/lib/roles.ts'
import type { LimitedThing } from '#shared/plans/limitedThings.ts'
import { animals } from '../animals/table.ts'
import { isAtWork } from '../companies/queries.ts'
import { memberships } from '../companies/table.ts'
import { files } from '../files/table.ts'
import { forms } from '../forms/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { users } from '../users/table.ts'

/** How much of each limited thing a company has: people at work but guests, living animals and forms, bytes of files. */
export const usageOf: Record<LimitedThing, (db: Database, companyId: number) => Promise<number>> = {
  users: async (db, companyId) => {
    const [found] = await db
      .select({ used: count() })
      .from(memberships)
      .innerJoin(users, and(eq(users.id, memberships.userId), isNull(users.guestUntil), isNull(users.archivedAt)))
      .where(and(eq(memberships.companyId, companyId), isAtWork, lt(memberships.roleId, roles.guest)))
    return found?.used ?? 0
  },
  animals: async (db, companyId) => {
    const living = and(eq(animals.companyId, companyId), isNull(animals.archivedAt))
    return (await db.select({ used: count() }).from(animals).where(living))[0]?.used ?? 0
  },
  forms: async (db, companyId) => {
    const living = and(eq(forms.companyId, companyId), isNull(forms.archivedAt))
    return (await db.select({ used: count() }).from(forms).where(living))[0]?.used ?? 0
  },
  storage: async (db, companyId) => {
    const used = sql<string>`coalesce(sum(${files.size}), 0)`
    const [found] = await db.select({ used }).from(files).where(eq(files.companyId, companyId))
    return Number(found?.used ?? 0)
  },
}
