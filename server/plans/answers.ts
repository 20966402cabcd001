import { and, count, eq, isNull } from 'drizzle-orm'
import { isAtWork } from '../companies/queries.ts'
import { isNoGuestIn } from '../companies/ranks.ts'
import { memberships } from '../companies/table.ts'
import { users } from '../users/table.ts'
import { usage } from './questions.ts'

/** People at work but guests. */
export const peopleCount = usage.providedBy(async (db, { companyId, thing }) => {
  if (thing !== 'users') return 0
  const [found] = await db
    .select({ used: count() })
    .from(memberships)
    .innerJoin(users, and(eq(users.id, memberships.userId), isNull(users.guestUntil), isNull(users.archivedAt)))
    .where(and(eq(memberships.companyId, companyId), isAtWork, isNoGuestIn(memberships.roleId)))
  return found?.used ?? 0
})
