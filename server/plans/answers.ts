import { and, count, eq, isNull, lt } from 'drizzle-orm'
import { roles } from '#shared/lib/roles.ts'
import { isAtWork } from '../companies/queries.ts'
import { memberships } from '../companies/table.ts'
import { users } from '../users/table.ts'
import { usage } from './questions.ts'

/** People at work but guests. */
export const peopleCount = usage.answeredBy(async (db, { companyId, thing }) => {
  if (thing !== 'users') return 0
  const [found] = await db
    .select({ used: count() })
    .from(memberships)
    .innerJoin(users, and(eq(users.id, memberships.userId), isNull(users.guestUntil), isNull(users.archivedAt)))
    .where(and(eq(memberships.companyId, companyId), isAtWork, lt(memberships.roleId, roles.guest)))
  return found?.used ?? 0
})
