/** What happened to animals and groups, with their medicine, in a pass. */
import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import { withCounts } from '#shared/animal-events/counts.ts'
import type { EventDetails } from '#shared/animal-events/details.ts'
import { groupKey, locationKey } from '#shared/lib/reach.ts'
import type { PassRecord } from '#shared/passes/passPage.ts'
import { maxPopulation } from '#shared/passes/rules.ts'
import { animalEvents as events } from '../../animals/eventTable.ts'
import { animalGroups, animals } from '../../animals/table.ts'
import { locations } from '../../locations/table.ts'
import { laterChange, namedAmong, onDays, type Reading, type Tally, withinPass } from '../reading.ts'
import type { Placed } from './places.ts'
import { registerRecords } from './registerRecords.ts'
import { changedSince, editedSince } from './since.ts'

const moments = { day: events.day, notedAt: events.createdAt, archivedAt: events.archivedAt }

const eventsWithin = (reading: Reading): SQL | undefined =>
  and(withinPass(reading, events, moments, changedSince(reading, events.updatedAt)))

const selectEvents = ({ db }: Reading, where: SQL | undefined) =>
  db
    .select({
      event: events,
      animal: { name: animals.name, identifier: animals.identifier },
      group: animalGroups.name,
      place: locations.name,
    })
    .from(events)
    .leftJoin(animals, and(eq(animals.companyId, events.companyId), eq(animals.id, events.animalId)))
    .leftJoin(
      animalGroups,
      and(eq(animalGroups.companyId, events.companyId), eq(animalGroups.id, events.animalGroupId)),
    )
    .leftJoin(locations, and(eq(locations.companyId, events.companyId), eq(locations.id, events.locationId)))
    .where(where)
    .$dynamic()
type Row = Awaited<ReturnType<typeof selectEvents>>[number]

const said = (...words: (string | null | undefined)[]) => words.filter(Boolean).join(' · ')

function presentListed({ people, t }: Reading, { event, animal, group }: Row): PassRecord {
  const name = animal ? said(animal.identifier, animal.name) : (group ?? '')
  return {
    ...{ kind: 'animal_event', id: event.id, title: t(`animalEvents.types.${event.type}`) },
    ...{ at: event.day, person: event.userId === null ? '' : people.nameOf(event.userId) },
    subjects: name ? [name] : [],
    state: event.state === 'done' ? null : t(`animalEvents.states.${event.state}`),
    tone: null,
  }
}

function factsOf(reading: Reading, { event, place }: Row) {
  const { t, formats, people } = reading
  const facts: [string, string | number | null | undefined][] = [
    ['day', formats.day(event.day, { dateStyle: 'medium' })],
    ['place', place],
    ['heads', event.headCount],
    ...ofDetails(reading, withCounts(event.details, event.headCount)),
    ['note', event.note],
    ['writtenBy', event.userId === null ? null : people.nameOf(event.userId)],
    ['serverTime', formats.dateTime(event.createdAt)],
    ['changedLater', laterChange(reading, event)],
  ]
  return facts.flatMap(([key, value]) =>
    value === null || value === undefined || value === ''
      ? []
      : { label: t(labelOf(key)), value: typeof value === 'number' ? formats.number(value) : value },
  )
}

/** The register of animals has the words for these. */
const labelOf = (key: string) =>
  ['batch', 'sentCount', 'receivedCount'].includes(key) ? `animalEvents.${key}` : `passes.facts.${key}`

function ofDetails({ t, formats }: Reading, details: EventDetails): [string, string | number | null | undefined][] {
  switch (details.type) {
    case 'arrival':
      return [
        ['reason', details.reason && t(`animalEvents.arrivalReasons.${details.reason}`)],
        ...counts(details),
        ...consignment(details),
      ]
    case 'departure':
      return [
        ['reason', t(`animalEvents.departureReasons.${details.reason}`)],
        ...counts(details),
        ...consignment(details),
      ]
    case 'death':
      return [
        ['reason', details.reason && t(`animalEvents.deathReasons.${details.reason}`)],
        ['disposal', details.disposal && t(`animalEvents.disposals.${details.disposal}`)],
      ]
    case 'birth':
      return [
        ['bornAlive', details.born_alive],
        ['bornDead', details.born_dead],
      ]
    case 'treatment':
      return [
        ...medicine(details),
        ...([
          ['diagnosis', details.diagnosis],
          ['days', details.days],
          ['veterinarian', details.veterinarian],
        ] as [string, string | number | null | undefined][]),
        [
          'withdrawal',
          formats.commas(
            (details.withdrawals ?? []).map(({ product, until }) =>
              t('animalEvents.held', {
                product: t(`animalEvents.products.${product}`),
                day: formats.day(until, { dateStyle: 'medium' }),
              }),
            ),
          ),
        ],
      ]
    case 'vaccination':
      return medicine(details)
    case 'weight':
      return [['kilograms', details.kilograms]]
    case 'product_sale':
      return [
        ['product', t(`animalEvents.products.${details.product}`)],
        ['quantity', details.quantity],
        ...consignment(details),
      ]
    default:
      return []
  }
}

type Consignment = { other_holding?: string | null | undefined; document?: string | null | undefined }
/** Shown where the other side's is known: of a group, ours is its head count. */
const counts = (
  details: Extract<EventDetails, { type: 'arrival' | 'departure' }>,
): [string, number | null | undefined][] =>
  (details.type === 'arrival' ? details.sent_count : details.received_count) == null
    ? []
    : [
        ['sentCount', details.sent_count],
        ['receivedCount', details.received_count],
      ]

const consignment = ({ other_holding, document }: Consignment): [string, string | null | undefined][] => [
  ['holding', other_holding],
  ['document', document],
]

type Medicine = { medicine: string } & Partial<Record<'dose' | 'batch' | 'supplier', string | null | undefined>>
const medicine = ({ medicine: name, dose, batch, supplier }: Medicine): [string, string | null | undefined][] => [
  ['medicine', name],
  ['dose', dose],
  ['batch', batch],
  ['supplier', supplier],
]

/** An event is at the places of its animal, or of its group. */
const placed: Placed = {
  at: keys => {
    const at = sql`${sql.param(keys)}::text[]`
    return sql`(${events.animalId} in (select a.id from animals a where a.company_id = ${events.companyId}
        and places_of_animal(a) && ${at})
      or ${events.animalGroupId} in (select g.id from animal_groups g where g.company_id = ${events.companyId}
        and array['group:' || g.id, 'location:' || g.location_id] && ${at}))`
  },
  nowhere: sql`${events.animalId} in (select a.id from animals a where a.company_id = ${events.companyId}
    and places_of_animal(a) = array['', ''])`,
}

/** Counted by animal or group first, whose places are looked up once. */
async function talliesOf(reading: Reading): Promise<Tally[]> {
  const { db } = reading
  const found = db
    .select({ animalId: events.animalId, groupId: events.animalGroupId })
    .from(events)
    .where(eventsWithin(reading))
    .limit(maxPopulation + 1)
    .as('found')
  const counted = db
    .select({ animalId: found.animalId, groupId: found.groupId, some: count().as('some') })
    .from(found)
    .groupBy(found.animalId, found.groupId)
    .as('counted')
  const { locationId, leftLocationId, animalGroupId, leftGroupId } = animals
  const rows = await db
    .select({
      location: sql<number | null>`coalesce(${locationId}, ${leftLocationId}, ${animalGroups.locationId})`.as(
        'location',
      ),
      group: sql<number | null>`coalesce(${animalGroupId}, ${leftGroupId}, ${counted.groupId})`.as('grouped'),
      count: sql<number>`sum(${counted.some})::int`,
    })
    .from(counted)
    .leftJoin(animals, and(eq(animals.companyId, reading.companyId), eq(animals.id, counted.animalId)))
    .leftJoin(animalGroups, and(eq(animalGroups.companyId, reading.companyId), eq(animalGroups.id, counted.groupId)))
    .groupBy(sql`1`, sql`2`)
  return rows.map(({ location, group, count: some }) => ({
    formId: null,
    places: [...(location === null ? [] : [locationKey(location)]), ...(group === null ? [] : [groupKey(group)])],
    count: some,
  }))
}

export const animalEventRecords = registerRecords<Row>({
  kind: 'animal_event',
  table: events,
  moments,
  markSince: editedSince(events.updatedAt),
  placed,
  tallies: talliesOf,
  within: eventsWithin,
  matching: async (reading, { search, from, to }) =>
    and(
      onDays(events.day, from, to),
      await namedAmong(reading, search, [
        [animals, events.animalId],
        [animalGroups, events.animalGroupId],
        [locations, events.locationId],
      ]),
    ),
  select: selectEvents,
  order: [desc(events.day), desc(events.id)],
  present: presentListed,
  facts: factsOf,
})
