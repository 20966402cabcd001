import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type FieldErrors, invalidField, Problem } from '#shared/lib/problem.ts'
import { isWithin, type Places, type Reach } from '#shared/lib/reach.ts'
import { roles } from '#shared/lib/roles.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { users } from '../accounts/table.ts'
import { endedCertificates } from '../certificates/queries.ts'
import { closedReach, isAtWork, ofMembership, todayIn } from '../companies/queries.ts'
import { mayWithOwn } from '../companies/roleQueries.ts'
import { memberships, ownRoles } from '../companies/table.ts'
import { forms } from '../forms/table.ts'
import { guides } from '../guides/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { preparedOn } from '../lib/db/prepared.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { responsibleFor } from '../locations/queries.ts'
import { placesOfSubjects } from '../subjects/queries.ts'
import { stoppedVehicles } from '../vehicles/queries.ts'
import { taskAssignees } from './table.ts'

/** A person, everybody with a role at the time, or the people responsible for a location then. */
export type Assignee = { user_id: number } | { role_id: number } | { location_id: number }

/** `managesTasks`: may manage tasks of the company, by any role. */
export type Member = {
  userId: number
  name: string
  roleId: number
  managesTasks: boolean
  /** Where they work; null: in the whole company. */
  reach: Reach | null
  /** Those of the places that were asked for. */
  places?: ReadonlySet<number>
}

/** Lists the people at work in a company who may complete their own tasks: only they can be assigned any. */
export async function membersAtWork(db: Database, companyId: number): Promise<Member[]> {
  const members = await preparedOn(db, 'members at work', prepareAtWork).execute({ companyId })
  return [...Map.groupBy(members, ({ roleId }) => roleId).values()].flatMap(people => {
    const [one] = people
    if (!one || !mayWithOwn({ ...one, companyId }, 'complete', 'SentTask')) return []
    const managesTasks = mayWithOwn({ ...one, companyId }, 'update', 'Task')
    return people.map(({ userId, name, roleId, reach }) => ({ userId, name, roleId, managesTasks, reach }))
  })
}

const prepareAtWork = (db: Database, name: string) =>
  db
    .select({
      userId: memberships.userId,
      name: users.name,
      roleId: memberships.roleId,
      ownRules: ownRoles.rules,
      reach: closedReach,
    })
    .from(memberships)
    .innerJoin(users, and(eq(users.id, memberships.userId), isNull(users.archivedAt)))
    .leftJoin(ownRoles, ofMembership)
    .where(and(eq(memberships.companyId, sql.placeholder('companyId')), isAtWork))
    .prepare(name)

/** Compares by rules: a manager is a member who may manage tasks, not one with a certain role number. */
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

/**
 * Returns the ids of the members whom the assignees mean, each once. `places` are those of what the task is about: a
 * role means nobody who works elsewhere. Who is named gets it wherever they work.
 */
export const assigneesAmong = (members: Member[], assignees: Assignee[], places: Places): number[] =>
  members
    .filter(member =>
      assignees.some(assignee => means(assignee, member) && ('user_id' in assignee || isWithin(member.reach, places))),
    )
    .map(({ userId }) => userId)

/** The places by which members of a part of the company are chosen; not asked for where there are none of these. */
export const placesFor = async (
  db: Database,
  companyId: number,
  members: Member[],
  subjects: SubjectRef[],
): Promise<Places> => (members.some(({ reach }) => reach) ? placesOfSubjects(db, companyId, subjects) : null)

/** Returns the people at work in the company whom the assignees mean, each once. */
export async function resolveAssignees(
  db: Database,
  companyId: number,
  assignees: Assignee[],
  subjects: SubjectRef[] = [],
) {
  const members = await withPlaces(db, companyId, await membersAtWork(db, companyId), assignees)
  const meant = new Set(assigneesAmong(members, assignees, await placesFor(db, companyId, members, subjects)))
  return members.filter(({ userId }) => meant.has(userId))
}

/** Reads the assignees of tasks, by task. */
export async function assigneesOfTasks(db: Database, taskIds: number[]): Promise<Map<number, Assignee[]>> {
  if (taskIds.length === 0) return new Map()
  const rows = await db.select().from(taskAssignees).where(inArray(taskAssignees.taskId, taskIds))
  const byTask = Map.groupBy(rows, ({ taskId }) => taskId)
  return new Map([...byTask].map(([taskId, of]) => [taskId, of.map(assigneeOf)]))
}

/** Turns a row into the assignee of the API. */
export function assigneeOf({ userId, roleId, locationId }: typeof taskAssignees.$inferSelect): Assignee {
  if (userId !== null) return { user_id: userId }
  return locationId === null ? { role_id: roleId ?? 0 } : { location_id: locationId }
}

/** Returns the people at work in the company. Throws `invalid` with the name of each assignee who means nobody. */
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

/** Refuses a guide that the actor may not read, or that is not published. */
export async function requireReadableGuide(ctx: Context, guideId: number): Promise<void> {
  const [guide] = await ctx.db
    .select({ status: guides.status })
    .from(guides)
    .where(and(eq(guides.id, guideId), accessible(ctx.ability, 'read', 'Guide', guides), isNull(guides.archivedAt)))
  if (!guide) throw invalidField('guide_id', 'not_found')
  if (guide.status !== 'published') throw invalidField('guide_id', 'guide_not_published')
}

/** Refuses a form that nobody can fill in. */
export async function requireFillableForm(
  db: Database,
  companyId: number,
  formId: number,
  field = 'form_id',
): Promise<void> {
  const [form] = await db
    .select({ status: forms.status })
    .from(forms)
    .where(and(eq(forms.id, formId), eq(forms.companyId, companyId), isNull(forms.archivedAt)))
  if (!form) throw invalidField(field, 'not_found')
  if (form.status !== 'open') throw invalidField(field, 'not_published')
}

/**
 * Refuses vehicles at stop or without insurance or inspection: throws `invalid` with the reason for each. Tasks that
 * findings open only say so.
 */
export async function requireRoadworthy(
  { db, locale, now }: Pick<Context, 'db' | 'locale' | 'now'>,
  companyId: number,
  subjects: readonly SubjectRef[],
): Promise<void> {
  const stopped = new Map((await stoppedVehicles(db, companyId, subjects, locale)).map(one => [one.id, one]))
  const ids = subjects.filter(({ type }) => type === 'vehicle').map(({ id }) => id)
  if (ids.length === 0) return
  const today = await todayIn({ db, now }, companyId)
  const ended = Map.groupBy(await endedCertificates(db, companyId, ids, today), ({ vehicleId }) => vehicleId)
  if (stopped.size === 0 && ended.size === 0) return
  const errors: FieldErrors = {}
  subjects.forEach(({ type, id }, index) => {
    const [certificate] = (type === 'vehicle' && ended.get(id)) || []
    if (certificate)
      errors[`subjects.${index}.id`] = [
        { code: `vehicle_${certificate.kind}_ended`, values: { day: certificate.validUntil } },
      ]
    const found = type === 'vehicle' && stopped.get(id)
    if (!found || (certificate && !found.reason)) return
    const { name, reason } = found
    errors[`subjects.${index}.id`] = reason
      ? [{ code: 'vehicle_stopped_because', values: { name, reason } }]
      : [{ code: 'vehicle_stopped', values: { name } }]
  })
  throw new Problem('invalid', { errors })
}
