import { and, desc, eq, gte, inArray, isNull, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AnimalEvent, Withhold } from '#shared/animal-events/contract.ts'
import type { EventType } from '#shared/animal-events/eventWords.ts'
import { wire } from '#shared/lib/casing.ts'
import { animalGroups } from '../animal-groups/table.ts'
import { animals } from '../animals/table.ts'
import { findCompany } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { dayAt } from '../lib/localDays.ts'
import { archivedOrNot, matching, type PageRequest, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { accessRow } from '../lib/registers/register.ts'
import { locations } from '../locations/table.ts'
import { users } from '../users/table.ts'
import { animalEvents, withholds } from './table.ts'

export type EventRow = typeof animalEvents.$inferSelect
export type WithholdRow = typeof withholds.$inferSelect

/** Of what a history is: an animal, or a whole group. */
export type Owner =
  | { type: 'animal'; row: typeof animals.$inferSelect }
  | { type: 'animal_group'; row: typeof animalGroups.$inferSelect }

/** The animal or the group if the actor may do this with it; a Problem that does not tell which otherwise. */
export const accessAnimal = async (ctx: Context, id: number, action = 'read'): Promise<Owner> => ({
  type: 'animal',
  row: await accessRow(ctx, animals, 'Animal', id, action),
})
export const accessGroup = async (ctx: Context, id: number, action = 'read'): Promise<Owner> => ({
  type: 'animal_group',
  row: await accessRow(ctx, animalGroups, 'AnimalGroup', id, action),
})

const ofOwner = ({ type, row }: Owner) =>
  and(
    eq(animalEvents.companyId, row.companyId),
    eq(type === 'animal' ? animalEvents.animalId : animalEvents.animalGroupId, row.id),
  )

type Filters = PageRequest & {
  archived: boolean
  state?: EventRow['state'] | undefined
  type?: EventType | undefined
}

/** One page of a history, the latest day first. */
export async function listEvents(ctx: Context, owner: Owner, { page, perPage, archived, ...filters }: Filters) {
  const where = and(ofOwner(owner), archivedOrNot(animalEvents, archived), matching(animalEvents, filters))
  const { limit, offset } = slice({ page, perPage })
  const rows = selectEvents(ctx, where)
    .orderBy(desc(animalEvents.day), desc(animalEvents.id))
    .limit(limit)
    .offset(offset)
  return pageOf({ page, perPage }, { rows, totals: totalOf(ctx.db, animalEvents, where), present: presentEvent })
}

const joinedGroups = alias(animalGroups, 'joined_groups')

const selectEvents = ({ db }: Pick<Context, 'db'>, where: SQL | undefined) =>
  db
    .select({
      event: animalEvents,
      locationName: locations.name,
      joinedGroupName: joinedGroups.name,
      userName: users.name,
    })
    .from(animalEvents)
    .leftJoin(users, eq(users.id, animalEvents.userId))
    .leftJoin(
      locations,
      and(eq(locations.companyId, animalEvents.companyId), eq(locations.id, animalEvents.locationId)),
    )
    .leftJoin(
      joinedGroups,
      and(eq(joinedGroups.companyId, animalEvents.companyId), eq(joinedGroups.id, animalEvents.joinedGroupId)),
    )
    .where(where)

type Selected = Awaited<ReturnType<typeof selectEvents>>[number]

const presentEvent = ({ event, ...names }: Selected): AnimalEvent => wire({ ...event, ...names })

/** One event as it is now. */
export async function shownEvent(ctx: Context, { id }: { id: number }): Promise<AnimalEvent> {
  const [found] = await selectEvents(ctx, eq(animalEvents.id, id))
  if (!found) throw new Error(`The event ${id} is gone within its own transaction`)
  return presentEvent(found)
}

/** The day that it is in the company now. */
export async function todayIn(ctx: Context, companyId: number): Promise<string> {
  const company = await findCompany(ctx.db, companyId)
  return dayAt(ctx.now, company?.timeZone ?? 'UTC')
}

/** What is withheld of them on a day: what was said of themselves, and of the group in which an animal stands. */
export async function withholdsOn(ctx: Context, owner: Owner, day: string): Promise<WithholdRow[]> {
  const { type, row } = owner
  const group = type === 'animal' ? row.animalGroupId : row.id
  const whose = or(
    type === 'animal' ? eq(withholds.animalId, row.id) : undefined,
    group === null ? undefined : eq(withholds.animalGroupId, group),
  )
  return ctx.db
    .select()
    .from(withholds)
    .where(and(eq(withholds.companyId, row.companyId), whose, gte(withholds.until, day)))
    .orderBy(desc(withholds.until), desc(withholds.id))
    .limit(mostWithholds)
}

/** More than these hold of nobody at a time. */
const mostWithholds = 100

/** Of a group also what is withheld of single animals in it. */
export async function isMeatWithheld(ctx: Context, owner: Owner, day: string): Promise<WithholdRow | undefined> {
  const own = (await withholdsOn(ctx, owner, day)).find(({ product }) => product === 'meat')
  if (own || owner.type === 'animal') return own
  const members = ctx.db
    .select({ id: animals.id })
    .from(animals)
    .where(
      and(
        ...[eq(animals.companyId, owner.row.companyId), eq(animals.animalGroupId, owner.row.id)],
        isNull(animals.archivedAt),
      ),
    )
  const [found] = await ctx.db
    .select()
    .from(withholds)
    .where(
      and(
        ...[eq(withholds.companyId, owner.row.companyId), inArray(withholds.animalId, members)],
        ...[gte(withholds.until, day), eq(withholds.product, 'meat')],
      ),
    )
    .orderBy(desc(withholds.until))
    .limit(1)
  return found
}

export const presentWithhold = (row: WithholdRow): Withhold => wire(row)
