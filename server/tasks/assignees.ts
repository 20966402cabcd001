import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import { type FieldErrors, Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import { isAtWork } from '../companies/queries.ts'
import { memberships } from '../companies/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { users } from '../users/table.ts'

/** Who a task is for: a person, or everyone who has a role when it is sent. */
export type Assignee = { user_id: number } | { role_id: number }

/** The people at work in the company whom the assignees mean, each once. Guests are given no tasks. */
export async function peopleMeantBy(db: Database, companyId: number, assignees: Assignee[]) {
  const userIds = assignees.flatMap(assignee => ('user_id' in assignee ? [assignee.user_id] : []))
  const roleIds = assignees.flatMap(assignee => ('role_id' in assignee ? [assignee.role_id] : []))
  return db
    .select({ userId: memberships.userId, roleId: memberships.roleId })
    .from(memberships)
    .innerJoin(users, and(eq(users.id, memberships.userId), isNull(users.archivedAt)))
    .where(
      and(
        eq(memberships.companyId, companyId),
        isAtWork,
        lt(memberships.roleId, roles.guest),
        or(inArray(memberships.userId, userIds), inArray(memberships.roleId, roleIds)),
      ),
    )
}

/** The same, refusing by name an assignee who means nobody. */
export async function requirePeople(db: Database, companyId: number, assignees: Assignee[]): Promise<number[]> {
  const people = await peopleMeantBy(db, companyId, assignees)
  const errors: FieldErrors = {}
  assignees.forEach((assignee, index) => {
    if ('user_id' in assignee && !people.some(({ userId }) => userId === assignee.user_id))
      errors[`assignees.${index}.user_id`] = [{ code: 'not_a_member' }]
    if ('role_id' in assignee && !people.some(({ roleId }) => roleId === assignee.role_id))
      errors[`assignees.${index}.role_id`] = [{ code: 'nobody' }]
  })
  if (Object.keys(errors).length > 0) throw new Problem('invalid', { errors })
  return people.map(({ userId }) => userId)
}
