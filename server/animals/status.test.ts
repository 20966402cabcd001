/**
 * What the database says of any day, against a model that replays the same random histories one event after the other.
 */
import { expect, test } from 'vitest'
import { type AnimalEvent, animalEvents, groupEvents, type Withhold } from '#shared/animal-events/contract.ts'
import type { EventDetails } from '#shared/animal-events/details.ts'
import { type Animal, animalGroups, animals } from '#shared/animals/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { company, type Person } from '../test/people.ts'

const dayFromNow = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10)
const span = 24
const days = Array.from({ length: span + 1 }, (_, index) => dayFromNow(index - span))
const today = dayFromNow(0)

/** Numbers that are the same in each run of a seed. */
function dice(seed: number) {
  let state = seed
  const below = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  return { below, of: <Item>(items: readonly Item[]) => items[below(items.length)] as Item }
}

type Kept = { events: AnimalEvent[]; held: Withhold[] }
type Beast = {
  group: number | null
  place: number | null
  life: 'alive' | 'off_farm' | 'dead'
  heads: number
  /** The groups that it was in, each with its first and its last day. */
  stays: { group: number; from: string; to: string }[]
}
type Herd = { place: number | null | undefined; heads: number }

/** Everything as it was at the end of a day. */
function replay({ events }: Kept, all: Animal[], groupIds: number[], day: string) {
  const counting = events.filter(({ state, archived_at }) => state === 'done' && archived_at === null)
  const inOrder = counting.sort((a, b) => (a.day === b.day ? a.id - b.id : a.day < b.day ? -1 : 1))
  const beasts = new Map<number, Beast>()
  const herds = new Map<number, Herd>(groupIds.map(id => [id, { place: undefined, heads: 0 }]))
  for (const { id, kind, birth_date } of all) {
    const comings = inOrder.filter(({ animal_id, details }) => animal_id === id && isComing(details))
    const isToCome = kind === 'individual' && comings[0]?.details.type === 'arrival' && comings[0].day > day
    const isUnborn = birth_date !== null && birth_date > day
    const life = isToCome || isUnborn ? 'off_farm' : 'alive'
    beasts.set(id, { group: null, place: null, life, heads: 0, stays: [] })
  }
  const stand = (beast: Beast, group: number | null, on: string) => {
    const stay = beast.stays.at(-1)
    if (beast.group !== null && stay) stay.to = on
    beast.group = group
    if (group !== null) beast.stays.push({ group, from: on, to: '9999-12-31' })
  }
  for (const event of inOrder.filter(one => one.day <= day)) {
    const { details, animal_id, animal_group_id, location_id, joined_group_id, head_count } = event
    const heads = head_count ?? 0
    if (animal_group_id !== null) {
      const herd = herds.get(animal_group_id) as Herd
      herd.heads = countedOn(herd.heads, details, heads)
      if (details.type !== 'move') continue
      herd.place = location_id
      for (const beast of beasts.values()) if (beast.group === animal_group_id) beast.place = location_id
      continue
    }
    const beast = beasts.get(animal_id ?? 0) as Beast
    const isBatch = all.find(({ id }) => id === animal_id)?.kind === 'batch'
    if (isBatch) beast.heads = countedOn(beast.heads, details, heads)
    if (details.type === 'move') beast.place = location_id
    if (details.type === 'leave_group') stand(beast, null, event.day)
    if (details.type === 'join_group') {
      stand(beast, joined_group_id, event.day)
      const herd = herds.get(joined_group_id ?? 0)
      if (herd?.place !== undefined) beast.place = herd.place
    }
    if (isBatch || !isComing(details)) continue
    beast.life = details.type === 'arrival' ? 'alive' : details.type === 'death' ? 'dead' : 'off_farm'
    if (details.type !== 'arrival') {
      stand(beast, null, event.day)
      beast.place = null
    } else if (location_id !== null) beast.place = location_id
  }
  // An animal is not here before its birth, also with earlier records.
  for (const { id, birth_date } of all) {
    const beast = beasts.get(id) as Beast
    if (birth_date !== null && birth_date > day && beast.life === 'alive') beast.life = 'off_farm'
  }
  return { beasts, herds }
}
const isComing = ({ type }: EventDetails) => type === 'arrival' || type === 'departure' || type === 'death'
function countedOn(heads: number, details: EventDetails, told: number): number {
  if (details.type === 'count') return told
  if (details.type === 'arrival') return heads + told
  if (details.type === 'birth') return heads + details.born_alive
  return details.type === 'departure' || details.type === 'death' ? heads - told : heads
}

/** A farm whose people record, mend, strike out and restore at random, late and in any order. */
async function randomFarm(seed: number, acts: number) {
  const { below, of } = dice(seed)
  const boss = await (await company()).manager()
  const places = await times(3, index => boss.call(locations.create, { name: `Pen ${index}`, type: 'pen' }))
  const groups = await times(3, index => boss.call(animalGroups.create, { name: `Herd ${index}` }))
  const beasts = await times(6, index =>
    boss.call(animals.create, {
      name: `Ewe ${index}`,
      species: 'sheep',
      kind: index < 4 ? 'individual' : 'batch',
      birth_date: index === 3 ? of(days) : null,
    }),
  )
  const kept: Kept = { events: [], held: [] }
  const someDay = () => of(days)
  const draftFor = (areMany: boolean, isGroup: boolean) => {
    const type = of([
      ...(['move', 'arrival', 'departure', 'death', 'treatment', 'move'] as const),
      ...(isGroup
        ? (['birth', 'count', 'move'] as const)
        : (['join_group', 'join_group', 'leave_group', 'count'] as const)),
    ])
    if (type === 'count' && !areMany) return null
    const details = {
      ...{
        type,
        ...(type === 'departure' && { reason: 'sale' }),
        ...(type === 'birth' && { born_alive: below(4), born_dead: 0 }),
      },
      ...(type === 'treatment' && {
        medicine: 'Oxytetracycline',
        withdrawals: [{ product: of(['milk', 'meat'] as const), until: dayFromNow(below(2 * span) - span) }],
      }),
    } as EventDetails
    return {
      ...{ details, day: someDay(), state: below(10) === 0 ? ('pending' as const) : ('done' as const) },
      location_id: type === 'move' || (type === 'arrival' && below(2) === 0) ? of(places).id : null,
      joined_group_id: type === 'join_group' ? of(groups).id : null,
      head_count: areMany ? 1 + below(9) : null,
    }
  }
  for (let act = 0; act < acts; act++) {
    const isGroup = below(3) === 0
    const [group, beast] = [of(groups), of(beasts)]
    const known = kept.events.length > 0 && below(5) === 0 ? of(kept.events) : undefined
    if (known) await mend(boss, known, { day: someDay(), strike: below(2) === 0 })
    else {
      const draft = draftFor(isGroup || beast.kind === 'batch', isGroup)
      if (draft?.details.type === 'treatment' && draft.details.withdrawals?.some(({ until }) => until < draft.day))
        continue
      if (!draft) continue
      // Nobody leaves a group on a day on which they are in none.
      if (draft.details.type === 'leave_group') {
        const { animal_group_id } = await boss.call(animalEvents.standing, { id: beast.id, on: draft.day })
        if (animal_group_id === null) continue
      }
      const calls = isGroup ? groupEvents : animalEvents
      kept.events.push(await boss.call(calls.create, { ...draft, id: isGroup ? group.id : beast.id }))
    }
  }
  return { boss, groups, beasts, kept, places }
}

const times = async <Made>(count: number, make: (index: number) => Promise<Made>): Promise<Made[]> => {
  const made: Made[] = []
  for (let index = 0; index < count; index++) made.push(await make(index))
  return made
}

async function mend(
  boss: Person,
  event: AnimalEvent,
  { day, strike }: { day: string; strike: boolean },
): Promise<void> {
  const { id } = event
  if (event.archived_at !== null) Object.assign(event, await boss.call(animalEvents.restore, { id }))
  else if (strike) {
    await boss.call(animalEvents.remove, { id })
    event.archived_at = new Date().toISOString()
  } else if (event.details.type !== 'treatment' && event.details.type !== 'leave_group')
    Object.assign(event, await boss.call(animalEvents.update, { id, day }))
}

/** What holds on a day of this one: its own, and that of groups in which it stood while it held. */
function heldOn({ events }: Kept, beast: Beast, animalId: number, day: string): string[] {
  return events
    .flatMap(event => {
      const { details, animal_id, animal_group_id, archived_at, state } = event
      if (details.type !== 'treatment' || archived_at !== null || state !== 'done' || event.day > day) return []
      const stood = beast.stays.some(({ group, to }) => group === animal_group_id && to >= event.day)
      if (animal_id !== animalId && !stood) return []
      return (details.withdrawals ?? [])
        .filter(({ until }) => until >= day)
        .map(({ product, until }) => `${product} ${until}`)
    })
    .sort()
}

/** The long run goes through more of them. */
const seeds = process.env.LONG ? [1, 2, 3, 4, 5, 6, 7] : [7]

test.each(seeds)(
  'group, place, life, heads and withholds are right on any day of random histories (seed %i)',
  async seed => {
    const { boss, groups, beasts, kept } = await randomFarm(seed, 80)
    const groupIds = groups.map(({ id }) => id)
    for (const day of [...days.filter((_, index) => index % 4 === 0)]) {
      const naive = replay(kept, beasts, groupIds, day)
      for (const { id, kind } of beasts) {
        const beast = naive.beasts.get(id) as Beast
        const isAlive = beast.life === 'alive'
        const heads = kind === 'batch' ? Math.max(0, beast.heads) : 1
        expect(await boss.call(animalEvents.standing, { id, on: day }), `${id} on ${day}`).toMatchObject({
          life_status: beast.life,
          animal_group_id: isAlive ? beast.group : null,
          location_id: isAlive ? beast.place : null,
          head_count: isAlive ? heads : 0,
        })
        const held = await boss.call(animalEvents.withholds, { id, on: day })
        expect(held.map(({ product, until }) => `${product} ${until}`).sort(), `${id} held on ${day}`).toEqual(
          heldOn(kept, beast, id, day),
        )
      }
      for (const id of groupIds) {
        const members = beasts.filter(({ id: of }) => {
          const beast = naive.beasts.get(of)
          return beast?.life === 'alive' && beast.group === id
        })
        const { data } = await boss.call(groupEvents.members, { id, on: day })
        expect(data.map(member => member.id).sort(), `members of ${id} on ${day}`).toEqual(
          members.map(({ id }) => id).sort(),
        )
        const own = members.map(({ id, kind }) =>
          kind === 'batch' ? Math.max(0, naive.beasts.get(id)?.heads ?? 0) : 1,
        )
        const herd = naive.herds.get(id) as Herd
        expect(await boss.call(groupEvents.standing, { id, on: day })).toMatchObject({
          location_id: herd.place ?? null,
          head_count: Math.max(0, herd.heads + own.reduce((sum, heads) => sum + heads, 0)),
        })
      }
    }
    // What stands in the rows is how it is today.
    const naive = replay(kept, beasts, groupIds, today)
    for (const { id } of beasts) {
      const { life, group, place } = naive.beasts.get(id) as Beast
      expect(await boss.call(animals.get, { id })).toMatchObject({
        life_status: life,
        animal_group_id: life === 'alive' ? group : null,
        location_id: life === 'alive' ? place : null,
      })
    }
  },
  120_000,
)
