import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import {
  type AnimalEvent,
  maxEnding,
  type NamedWithhold,
  type UsedMedicine,
  type Withhold,
} from '#shared/animal-events/contract.ts'
import { withCounts } from '#shared/animal-events/counts.ts'
import type { EventType, WithheldProduct } from '#shared/animal-events/rules.ts'
import { wire } from '#shared/lib/casing.ts'
import { users } from '../accounts/table.ts'
import { zoneOfCompany } from '../companies/queries.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { dayAt, daysFrom, daysLater } from '../lib/localDays.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { among, archivedOrNot, matching, type PageRequest, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { accessRow } from '../lib/registers/register.ts'
import { locations } from '../locations/table.ts'
import { animalEvents, withholds } from './eventTable.ts'
import { everInGroup, membersOn, type On, staysUpTo } from './status.ts'
import { animalGroups, animals } from './table.ts'

export type EventRow = typeof animalEvents.$inferSelect
export type WithholdRow = typeof withholds.$inferSelect

/** The owner of a history: an animal, or a group. */
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
  const where = and(
    ofOwner(owner),
    archivedOrNot(animalEvents, archived),
    matching(animalEvents, filters),
    among(ctx, animalEvents.id),
  )
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

const presentEvent = ({ event, ...names }: Selected): AnimalEvent =>
  wire({ ...event, details: withCounts(event.details, event.headCount), ...names })

/** One event as it is now. */
export async function shownEvent(ctx: Context, { id }: { id: number }): Promise<AnimalEvent> {
  const [found] = await selectEvents(ctx, eq(animalEvents.id, id))
  if (!found) throw new Error(`The event ${id} is gone within its own transaction`)
  return presentEvent(found)
}

/** Events by their ids, as lists show them. */
export async function eventsById(ctx: Context, ids: number[]): Promise<Map<number, AnimalEvent>> {
  if (ids.length === 0) return new Map()
  const rows = await selectEvents(ctx, and(eq(animalEvents.companyId, companyOf(ctx)), inArray(animalEvents.id, ids)))
  return new Map(rows.map(row => [row.event.id, presentEvent(row)]))
}

/** A day in the company, the present one where none is said. */
export async function dayIn(ctx: Pick<Context, 'db' | 'now'>, companyId: number, day?: string): Promise<On> {
  const timeZone = await zoneOfCompany(ctx.db, companyId)
  return { companyId, timeZone, day: day ?? dayAt(ctx.now, timeZone) }
}

/** Holds on the day: begun, not over, and not ended by somebody before. */
const holding = (day: string) =>
  and(lte(withholds.since, day), gte(withholds.until, day), or(isNull(withholds.endedOn), gt(withholds.endedOn, day)))

/**
 * Withholds of groups in which an animal was at any time since they began: an animal that leaves a treated group was
 * treated.
 */
const ofStays = (on: On, whose: SQL) => sql`exists (select from (${staysUpTo(on, whose)}) s
  where s.joined_group_id = ${withholds.animalGroupId} and (s.to_day is null or s.to_day >= ${withholds.since}))`

/** Returns the withholds on a day: of the animal itself, and of its groups since they began. */
export const withholdsOn = ({ db }: Pick<Context, 'db'>, { type, row }: Owner, on: On): Promise<WithholdRow[]> =>
  db
    .select()
    .from(withholds)
    .where(
      and(
        ...[eq(withholds.companyId, row.companyId), holding(on.day)],
        type === 'animal_group'
          ? eq(withholds.animalGroupId, row.id)
          : or(eq(withholds.animalId, row.id), ofStays(on, sql`a.id = ${row.id}`)),
      ),
    )
    .orderBy(desc(withholds.until), desc(withholds.id))
    .limit(maxWithholds)

/** More than these hold of nobody at a time. */
const maxWithholds = 100

/**
 * Returns what forbids selling a product or slaughtering on a day. For a group's meat that includes withholds of
 * single animals; milk and eggs of such an animal are kept apart.
 */
export async function withheldOf(
  ctx: Context,
  owner: Owner,
  on: On,
  wanted: WithheldProduct,
): Promise<WithholdRow | undefined> {
  const own = (await withholdsOn(ctx, owner, on)).find(({ product }) => product === wanted)
  if (own || owner.type === 'animal' || wanted !== 'meat') return own
  const members = sql`select m.id from (${membersOn(on, owner.row.id)}) m`
  const [found] = await ctx.db
    .select()
    .from(withholds)
    .where(
      and(
        ...[eq(withholds.companyId, owner.row.companyId), holding(on.day), eq(withholds.product, 'meat')],
        or(sql`${withholds.animalId} in (${members})`, ofStays(on, sql`a.id in (${members})`)),
      ),
    )
    .orderBy(desc(withholds.until))
    .limit(1)
  return found
}

type Ending = {
  startDate: string
  endDate: string
  animalId?: number | undefined
  animalGroupId?: number | undefined
}

/** Rows that the caller may read, of a join by this id. */
const readable = (ctx: Context, table: typeof animals | typeof animalGroups, subject: string, id: AnyPgColumn) =>
  and(eq(table.companyId, companyOf(ctx)), eq(table.id, id), accessible(ctx.ability, 'read', subject, table))

/** Bounds of the latest treatments that are read, and of the medicines that are proposed. */
const [latestTreatments, maxMedicines] = [300, 50]

/** The medicines that were used last for animals and groups that the caller may read, each once for a species. */
export async function medicinesUsed(_: object, ctx: Context): Promise<UsedMedicine[]> {
  const rows = await ctx.db
    .select({
      day: animalEvents.day,
      details: animalEvents.details,
      species: sql<UsedMedicine['species']>`coalesce(${animals.species}, ${animalGroups.species})`,
    })
    .from(animalEvents)
    .leftJoin(animals, readable(ctx, animals, 'Animal', animalEvents.animalId))
    .leftJoin(animalGroups, readable(ctx, animalGroups, 'AnimalGroup', animalEvents.animalGroupId))
    .where(
      and(
        eq(animalEvents.companyId, companyOf(ctx)),
        sql`${animalEvents.type} in ('treatment', 'vaccination') and ${animalEvents.archivedAt} is null`,
        or(isNotNull(animals.id), isNotNull(animalGroups.id)),
      ),
    )
    .orderBy(desc(animalEvents.id))
    .limit(latestTreatments)
  const used = new Map<string, UsedMedicine>()
  for (const { day, details, species } of rows) {
    if (details.type !== 'treatment' && details.type !== 'vaccination') continue
    const { type, medicine, dose = null } = details
    const name = [type, species, medicine.toLowerCase()].join(' ')
    if (used.has(name)) continue
    const treated = details.type === 'treatment' ? details : undefined
    const { days = null, diagnosis = null, veterinarian = null, withdrawals = [] } = treated ?? {}
    const last = daysLater(day, (days ?? 1) - 1)
    used.set(name, {
      ...{ type, species, medicine, dose, diagnosis, veterinarian, days },
      withdrawals: withdrawals.map(({ product, until }) => ({ product, days: Math.max(0, daysFrom(last, until)) })),
    })
  }
  return [...used.values()].slice(0, maxMedicines)
}

/** Lists withholds that end in these days, of animals and groups that the caller may read. */
export async function withholdsEnding({ startDate, endDate, ...of }: Ending, ctx: Context): Promise<NamedWithhold[]> {
  const rows = await ctx.db
    .select({ withhold: withholds, name: sql<string>`coalesce(${animals.name}, ${animalGroups.name})` })
    .from(withholds)
    .leftJoin(animals, and(readable(ctx, animals, 'Animal', withholds.animalId), isNull(animals.archivedAt)))
    .leftJoin(
      animalGroups,
      and(readable(ctx, animalGroups, 'AnimalGroup', withholds.animalGroupId), isNull(animalGroups.archivedAt)),
    )
    .where(
      and(
        ...[eq(withholds.companyId, companyOf(ctx)), gte(withholds.until, startDate), lte(withholds.until, endDate)],
        or(isNull(withholds.endedOn), gt(withholds.endedOn, withholds.until)),
        or(isNotNull(animals.id), isNotNull(animalGroups.id)),
        matching(withholds, of),
      ),
    )
    .orderBy(asc(withholds.until), asc(withholds.id))
    .limit(maxEnding)
  return rows.map(({ withhold, name }) => ({ ...presentWithhold(withhold), name }))
}

export const presentWithhold = ({ endedOn, ...row }: WithholdRow): Withhold => wire(row)

/**
 * The stays of animals in a group up to a day: `animal_id`, the `day` on which each began, and `to_day` on which it
 * ended.
 */
export const staysIn = (on: On, groupId: number): SQL =>
  sql`select animal_id, day, to_day from (${staysUpTo(on, everInGroup(on, groupId))}) stay
    where joined_group_id = ${groupId}`
