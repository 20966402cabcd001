import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type FieldErrors, Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import { users } from '../accounts/table.ts'
import { isAtWork, ofMembership } from '../companies/queries.ts'
import { mayWithOwn } from '../companies/roleQueries.ts'
import { memberships, ownRoles } from '../companies/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { preparedOn } from '../lib/db/prepared.ts'
import { responsibleFor } from '../locations/queries.ts'
import { taskAssignees } from './table.ts'

/** Who a task is for: a person, everyone who has a role when it is sent, or whoever is responsible for a place then. */
export type Assignee = { user_id: number } | { role_id: number } | { location_id: number }

/** `managesTasks`: may manage those of the company, whatever their role is called; `places` are those that they are responsible for. */
export type Member = {
  userId: number
  name: string
  roleId: number
  managesTasks: boolean
  /** Those of the places that were asked for. */
  places?: ReadonlySet<number>
}

/** The people at work in a company who may complete a task of theirs: nobody else is given any. */
export async function membersAtWork(db: Database, companyId: number): Promise<Member[]> {
  const members = await preparedOn(db, 'members at work', prepareAtWork).execute({ companyId })
  return [...Map.groupBy(members, ({ roleId }) => roleId).values()].flatMap(people => {
    const [one] = people
    if (!one || !mayWithOwn({ ...one, companyId }, 'complete', 'SentTask')) return []
    const managesTasks = mayWithOwn({ ...one, companyId }, 'update', 'Task')
    return people.map(({ userId, name, roleId }) => ({ userId, name, roleId, managesTasks }))
  })
}

const prepareAtWork = (db: Database, name: string) =>
  db
    .select({ userId: memberships.userId, name: users.name, roleId: memberships.roleId, ownRules: ownRoles.rules })
    .from(memberships)
    .innerJoin(users, and(eq(users.id, memberships.userId), isNull(users.archivedAt)))
    .leftJoin(ownRoles, ofMembership)
    .where(and(eq(memberships.companyId, sql.placeholder('companyId')), isAtWork))
    .prepare(name)

/** The managers are whoever may manage tasks, by the rules of their role and not by its number. */
function means(assignee: Assignee, member: Member): boolean {
  if ('user_id' in assignee) return assignee.user_id === member.userId
  if ('location_id' in assignee) return member.places?.has(assignee.location_id) ?? false
  return assignee.role_id === member.roleId || (assignee.role_id === roles.manager && member.managesTasks)
}

/** The members, with those of the assignees' places that they are responsible for. */
export async function withPlaces(
  db: Database,
  companyId: number,
  members: Member[],
  assignees: Assignee[],
): Promise<Member[]> {
  const ids = assignees.flatMap(assignee => ('location_id' in assignee ? [assignee.location_id] : []))
  if (ids.length === 0) return members
  const responsible = Map.groupBy(await responsibleFor(db, companyId, ids), ({ userId }) => userId)
  return members.map(member => ({
    ...member,
    places: new Set(responsible.get(member.userId)?.map(({ locationId }) => locationId)),
  }))
}

/** Those of the members whom the assignees mean, each once. */
export const assigneesAmong = (members: Member[], assignees: Assignee[]): number[] =>
  members.filter(member => assignees.some(assignee => means(assignee, member))).map(({ userId }) => userId)

/** The people at work in the company whom the assignees mean, each once. */
export async function resolveAssignees(db: Database, companyId: number, assignees: Assignee[]) {
  const members = await withPlaces(db, companyId, await membersAtWork(db, companyId), assignees)
  const meant = new Set(assigneesAmong(members, assignees))
  return members.filter(({ userId }) => meant.has(userId))
}

/** Who many tasks are for, by task. */
export async function assigneesOfTasks(db: Database, taskIds: number[]): Promise<Map<number, Assignee[]>> {
  if (taskIds.length === 0) return new Map()
  const rows = await db.select().from(taskAssignees).where(inArray(taskAssignees.taskId, taskIds))
  const byTask = Map.groupBy(rows, ({ taskId }) => taskId)
  return new Map([...byTask].map(([taskId, of]) => [taskId, of.map(assigneeOf)]))
}

/** A row as whom it is for. */
export function assigneeOf({ userId, roleId, locationId }: typeof taskAssignees.$inferSelect): Assignee {
  if (userId !== null) return { user_id: userId }
  return locationId === null ? { role_id: roleId ?? 0 } : { location_id: locationId }
}

/** The people at work in the company, of whom each assignee means some; refuses by name one who means nobody. */
export async function requirePeople(db: Database, companyId: number, assignees: Assignee[]): Promise<Member[]> {
  const members = await withPlaces(db, companyId, await membersAtWork(db, companyId), assignees)
  const errors: FieldErrors = {}
  assignees.forEach((assignee, index) => {
    if (members.some(member => means(assignee, member))) return
    if ('user_id' in assignee) errors[`assignees.${index}.user_id`] = [{ code: 'not_a_member' }]
    if ('role_id' in assignee) errors[`assignees.${index}.role_id`] = [{ code: 'nobody' }]
    if ('location_id' in assignee) errors[`assignees.${index}.location_id`] = [{ code: 'nobody' }]
  })
  if (Object.keys(errors).length > 0) throw new Problem('invalid', { errors })
  return members
}
