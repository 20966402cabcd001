/** The state of animals and groups on a day, as people see it. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import type { GroupMember, StateOnDay } from '#shared/animal-events/contract.ts'
import type { sexes } from '#shared/animals/rules.ts'
import type { Context } from '../lib/context.ts'
import { alphabetOf, collated } from '../lib/db/naturalOrder.ts'
import { type PageRequest, pageOf, slice } from '../lib/registers/listing.ts'
import { locations } from '../locations/table.ts'
import type { Owner } from './eventQueries.ts'
import { animalEvents } from './eventTable.ts'
import { type AnimalState, animalStatesOn, groupStateOn, membersOn, type On } from './status.ts'
import { animalGroups, animals } from './table.ts'

const nowhere: Omit<AnimalState, 'id'> = {
  life_status: 'off_farm',
  animal_group_id: null,
  location_id: null,
  head_count: 0,
}

/** Group, place, life and heads of an animal or a group on a day. */
export async function stateOnDay(ctx: Context, { type, row }: Owner, on: On): Promise<StateOnDay> {
  const query = type === 'animal' ? animalStatesOn(on, sql`a.id = ${row.id}`) : groupStateOn(on, row.id)
  const [found] = (await ctx.db.execute<AnimalState>(query)).rows
  const { id, ...stood } = {
    ...nowhere,
    life_status: 'alive',
    ...found,
    ...(type === 'animal' && !found && nowhere),
  } as AnimalState
  const inCompany = { companyId: row.companyId }
  return {
    on: on.day,
    ...stood,
    animal_group_name: await nameOf(ctx, animalGroups, { ...inCompany, id: stood.animal_group_id }),
    location_name: await nameOf(ctx, locations, { ...inCompany, id: stood.location_id }),
    by_sex: await bySex(ctx, { type, row } as Owner, on, stood.head_count),
  }
}

async function nameOf(
  { db }: Context,
  table: typeof animalGroups | typeof locations,
  { id, companyId }: { id: number | null; companyId: number },
): Promise<string | null> {
  if (id === null) return null
  const [row] = await db
    .select({ name: table.name })
    .from(table)
    .where(and(eq(table.companyId, companyId), eq(table.id, id)))
  return row?.name ?? null
}

/**
 * Divides a batch's heads by sex: as last counted, with later changes of known sex. The rest is of unknown sex; null
 * where more left without a known sex than that rest.
 */
async function bySex({ db }: Context, { type, row }: Owner, on: On, total: number): Promise<StateOnDay['by_sex']> {
  if (type !== 'animal' || row.kind !== 'batch' || total === 0) return null
  if (row.sex !== 'unknown') return { [row.sex]: total }
  const { rows } = await db.execute<{ type: string; sex: Sex | null; heads: number; by_sex: Counts | null }>(sql`
    select type, details->>'sex' as sex, head_count as heads, details->'by_sex' as by_sex from ${animalEvents} e
    where e.company_id = ${row.companyId} and e.animal_id = ${row.id} and e.state = 'done' and e.archived_at is null
      and e.day <= ${on.day}::date and (e.type = 'count' or e.details->>'sex' is not null)
    order by e.day desc, e.id desc limit ${maxEvents}`)
  const known: Counts = {}
  for (const { type, sex, heads, by_sex } of rows) {
    for (const [of, count] of Object.entries(by_sex ?? {})) add(known, of as Sex, count)
    if (type === 'count') break
    if (sex) add(known, sex, type === 'arrival' ? heads : -heads)
  }
  const { unknown: _, ...said } = known
  const rest = total - Object.values(said).reduce((sum, heads) => sum + heads, 0)
  if (rest < 0 || Object.values(said).some(heads => heads < 0)) return null
  return { ...said, ...(rest > 0 && { unknown: rest }) }
}
type Sex = (typeof sexes)[number]
type Counts = Partial<Record<Sex, number>>
const add = (counts: Counts, sex: Sex, heads: number) => {
  counts[sex] = (counts[sex] ?? 0) + heads
}

/** Changes between two counts; beyond that the division is unknown. */
const maxEvents = 2_000

/** One page of the animals that stood in a group on a day, by name. */
export async function listMembers(ctx: Context, groupId: number, on: On, paging: PageRequest) {
  const { limit, offset } = slice(paging)
  const members = sql`(${membersOn(on, groupId)}) m join ${animals} a on a.id = m.id`
  const query = (sql_: SQL) => ctx.db.execute<GroupMember & { total: number }>(sql_).then(({ rows }) => rows)
  return pageOf(paging, {
    rows: query(
      sql`select a.id, a.name, a.identifier, m.head_count from ${members}
        order by ${collated(sql`a.name`, alphabetOf(ctx.locale))}, a.id limit ${limit} offset ${offset}`,
    ),
    totals: query(sql`select count(*)::int as total from ${members}`),
    present: ({ id, name, identifier, head_count }) => ({ id, name, identifier, head_count }),
  })
}

const points = 13

/** Returns the heads of a group on several days, a week or a month apart, the last one today. */
export async function countsOf(ctx: Context, groupId: number, on: On, apart: 'week' | 'month') {
  const counts: Pick<StateOnDay, 'on' | 'head_count'>[] = []
  for (let back = points - 1; back >= 0; back--) {
    const day = Temporal.PlainDate.from(on.day)
      .subtract({ [`${apart}s`]: back })
      .toString()
    const [found] = (await ctx.db.execute<AnimalState>(groupStateOn({ ...on, day }, groupId))).rows
    counts.push({ on: day, head_count: found?.head_count ?? 0 })
  }
  return counts
}
