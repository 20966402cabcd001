/**
 * Derives place, group, life and head count of animals on a day from their history; the latest event counts, and of
 * events of one day the one recorded later. A join moves an animal to its group's place, the group's moves take it
 * along, a departure or death ends both (docs/decisions/0055; `status.test.ts` compares it with a naive model).
 */
import { type SQL, sql } from 'drizzle-orm'
import type { lifeStatuses } from '#shared/animals/rules.ts'
import type { Context } from '../lib/context.ts'
import { animalGroups, animals } from './table.ts'

/** A day and where it is: by its clock archived rows are gone. */
export type On = { companyId: number; day: string; timeZone: string }
export type AnimalState = {
  id: number
  life_status: (typeof lifeStatuses)[number]
  animal_group_id: number | null
  location_id: number | null
  head_count: number
}

const counting = (event: SQL, { day }: On) =>
  sql`${event}.state = 'done' and ${event}.archived_at is null and ${event}.day <= ${day}::date`
const latest = (event: SQL) => sql`order by ${event}.day desc, ${event}.id desc limit 1`
const comings = sql`('arrival', 'departure', 'death')`
/** A batch's arrivals and departures concern a part of it. */
const memberships = sql`(e.type in ('join_group', 'leave_group') or (e.type in ('departure', 'death')
  and a.kind = 'individual'))`
/** Which places of a group count for an animal's stay: those before it left. */
const whileThere = sql`(s.to_id is null or (m.day, m.id) < (s.to_day, s.to_id))`
const ofAnimal = sql`e.company_id = a.company_id and e.animal_id = a.id`

/** The stays of animals in groups up to a day, each with what ended it. `whose` names the animals `a`. */
export const staysUpTo = (on: On, whose: SQL): SQL => sql`
  select animal_id, joined_group_id, day, id, to_day, to_id from (
    select a.id as animal_id, e.type, e.joined_group_id, e.day, e.id,
      lead(e.day) over history as to_day, lead(e.id) over history as to_id
    from ${animals} a join animal_events e on ${ofAnimal} and ${memberships} and ${counting(sql`e`, on)}
    where a.company_id = ${on.companyId} and ${whose}
    window history as (partition by a.id order by e.day, e.id)) all_stays
  where type = 'join_group'`

/** Sums heads from events of a kind after the last count, of a batch or beside a group's own animals. */
const heads = (of: SQL, on: On): SQL => sql`
  select coalesce(c.head_count, 0) + coalesce((
    select sum(case e.type when 'arrival' then e.head_count
      when 'birth' then (e.details->>'born_alive')::int else -e.head_count end)
    from animal_events e
    where ${of} and e.type in ('arrival', 'birth', 'departure', 'death') and ${counting(sql`e`, on)}
      and (c.id is null or (e.day, e.id) > (c.day, c.id))), 0) as heads
  from (select 1) one left join lateral (
    select e.id, e.day, e.head_count from animal_events e
    where ${of} and e.type = 'count' and ${counting(sql`e`, on)} ${latest(sql`e`)}) c on true`

/** The place of a group: that of its last move. */
const groupPlace = (group: SQL, on: On, before: SQL): SQL => sql`
  select m.location_id, m.day, m.id from animal_events m
  where m.company_id = ${on.companyId} and m.animal_group_id = ${group} and m.type = 'move' and ${counting(sql`m`, on)}
    and ${before} ${latest(sql`m`)}`

/** The animals `a` that `whose` names, as they stood on the day; the archived ones of then are not among them. */
export const animalStatesOn = (on: On, whose: SQL): SQL => sql`
  select a.id, life.status as life_status,
    case when life.status = 'alive' then member.joined_group_id end as animal_group_id,
    case when life.status = 'alive' then place.location_id end as location_id,
    case when life.status <> 'alive' then 0 when a.kind = 'batch' then greatest(counted.heads, 0)
      else 1 end::int as head_count
  from ${animals} a
  cross join lateral (select a.id) self
  left join lateral (
    select e.type from animal_events e where a.kind = 'individual' and ${ofAnimal} and e.type in ${comings}
      and ${counting(sql`e`, on)} ${latest(sql`e`)}) last on true
  cross join lateral (select case
    when last.type = 'death' then 'dead' when last.type = 'departure' or a.birth_date > ${on.day}::date then 'off_farm'
    when last.type is null and a.kind = 'individual' and (
      select e.type from animal_events e where ${ofAnimal} and e.type in ${comings} and e.state = 'done'
        and e.archived_at is null and e.day > ${on.day}::date order by e.day, e.id limit 1) = 'arrival' then 'off_farm'
    else 'alive' end as status) life
  left join lateral (
    select e.joined_group_id from animal_events e where ${ofAnimal} and ${memberships} and ${counting(sql`e`, on)}
      ${latest(sql`e`)}) member on true
  left join lateral (
    select c.location_id from (
      (select case when e.type in ('departure', 'death') then null else e.location_id end as location_id, e.day, e.id
        from animal_events e where ${ofAnimal} and ${counting(sql`e`, on)} and (e.type = 'move'
          or (a.kind = 'individual'
          and (e.type in ('departure', 'death') or (e.type = 'arrival' and e.location_id is not null))))
        ${latest(sql`e`)})
      union all
      (select g.location_id, greatest(s.day, g.day) as day,
          case when (s.day, s.id) > (g.day, g.id) then s.id else g.id end as id
        from (${staysUpTo(on, sql`a.id = self.id`)}) s
        join lateral (${groupPlace(sql`s.joined_group_id`, on, whileThere)}) g
          on true
        order by day desc, id desc limit 1)) c
    order by c.day desc, c.id desc limit 1) place on true
  left join lateral (select heads from (${heads(ofAnimal, on)}) h where a.kind = 'batch') counted on true
  where a.company_id = ${on.companyId} and ${whose}
    and (a.archived_at is null or (a.archived_at at time zone ${on.timeZone})::date > ${on.day}::date)`

/** The animals that ever were in the group. */
export const everInGroup = ({ companyId }: On, groupId: number): SQL => sql`a.id in (
  select j.animal_id from animal_events j where j.company_id = ${companyId} and j.joined_group_id = ${groupId})`

/** The animals of a group on a day, as `animalStatesOn` has them. */
export const membersOn = (on: On, groupId: number): SQL =>
  sql`select * from (${animalStatesOn(on, everInGroup(on, groupId))}) stood where animal_group_id = ${groupId}`

/** Place and heads of a group on a day: its own animals, and those that are only counted. */
export const groupStateOn = (on: On, groupId: number): SQL => {
  const own = sql`e.company_id = ${on.companyId} and e.animal_group_id = ${groupId}`
  return sql`select (${groupPlaceOf(on, groupId)}) as location_id, greatest(0,
    (select h.heads from (${heads(own, on)}) h) + (select coalesce(sum(head_count), 0)
      from (${membersOn(on, groupId)}) m))::int as head_count`
}
const groupPlaceOf = (on: On, groupId: number) =>
  sql`select location_id from (${groupPlace(sql`${groupId}`, on, sql`true`)}) p`

/** Condition: the withhold `w` applies on the day. */
const holding = ({ companyId, day }: On) => sql`w.company_id = ${companyId} and w.since <= ${day}::date
  and w.until >= ${day}::date and (w.ended_on is null or w.ended_on > ${day}::date)`

/** The last day of withholds of an animal: its own, and those of its groups. */
const animalWithheld = (on: On, id: SQL) => sql`greatest(
  (select max(w.until) from withholds w where ${holding(on)} and w.animal_id = ${id}),
  (select max(w.until) from (${staysUpTo(on, sql`a.id = ${id}`)}) stay
    join withholds w on ${holding(on)} and w.animal_group_id = stay.joined_group_id
      and (stay.to_day is null or stay.to_day >= w.since)))`

/** Brings what follows from the history up to date in the rows of these animals. */
export async function updateAnimalStates({ db, now }: Pick<Context, 'db' | 'now'>, on: On, whose: SQL): Promise<void> {
  await db.execute(sql`
    update ${animals} a set animal_group_id = s.animal_group_id, location_id = s.location_id,
      life_status = s.life_status,
      head_count = s.heads, withheld_until = s.withheld_until, revision = revision + 1,
        updated_at = ${now.toISOString()}
    from (select t.*, case when o.kind = 'batch' then t.head_count end as heads,
      ${animalWithheld(on, sql`t.id`)} as withheld_until
      from (${animalStatesOn(on, whose)}) t join ${animals} o on o.id = t.id) s
    where a.id = s.id and a.company_id = ${on.companyId}
      and (a.animal_group_id, a.location_id, a.life_status, a.head_count, a.withheld_until)
        is distinct from (s.animal_group_id, s.location_id, s.life_status, s.heads, s.withheld_until)`)
}

/** Updates the state of a group, and of animals that are or were in it. */
export async function updateGroupState(ctx: Pick<Context, 'db' | 'now'>, on: On, groupId: number): Promise<void> {
  await ctx.db.execute(sql`
    update ${animalGroups} g set location_id = p.location_id, withheld_until = p.withheld_until,
      revision = revision + 1, updated_at = ${ctx.now.toISOString()}
    from (select (${groupPlaceOf(on, groupId)}) as location_id,
      (select max(w.until) from withholds w
        where ${holding(on)} and w.animal_group_id = ${groupId}) as withheld_until) p
    where g.id = ${groupId} and g.company_id = ${on.companyId}
      and (g.location_id, g.withheld_until) is distinct from (p.location_id, p.withheld_until)`)
  await updateAnimalStates(ctx, on, everInGroup(on, groupId))
}
