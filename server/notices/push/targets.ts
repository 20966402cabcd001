/** The browsers that hear of somebody's notices in a company: of sessions that work there, as long as their person does. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { isTwoFactorDue } from '../../accounts/queries.ts'
import { sessions } from '../../accounts/sessionTable.ts'
import { users } from '../../accounts/table.ts'
import { isAtWork } from '../../companies/queries.ts'
import { companies, memberships } from '../../companies/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import { pushSubscriptions } from './table.ts'

/** Outside the wall. `subscriptionId` narrows it to one. */
export const targetsOf = (
  db: Database,
  { userId, companyId, subscriptionId }: { userId: number; companyId: number; subscriptionId?: number | undefined },
) =>
  db
    .select({
      ...{ id: pushSubscriptions.id, endpoint: pushSubscriptions.endpoint },
      ...{ p256dh: pushSubscriptions.p256dh, auth: pushSubscriptions.auth },
      ...{ languageId: users.languageId, companyName: companies.name },
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(companies, eq(companies.id, sessions.companyId))
    .innerJoin(memberships, and(eq(memberships.companyId, companies.id), eq(memberships.userId, users.id)))
    .where(
      and(
        ...[eq(sessions.userId, userId), eq(sessions.companyId, companyId), isNull(sessions.actingUserId)],
        ...[
          gt(sessions.refreshableUntil, sql`now()`),
          isAtWork,
          isNull(users.archivedAt),
          isNull(companies.archivedAt),
        ],
        sql`not ${isTwoFactorDue(users.id)}`,
        subscriptionId === undefined ? undefined : eq(pushSubscriptions.id, subscriptionId),
      ),
    )
