/** Lines of each book that the reader may see; voided events are left out. */
import { and, asc, between, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { consignmentCounts, countDifference } from '#shared/animal-events/counts.ts'
import type { EventDetails } from '#shared/animal-events/details.ts'
import type { EventType, WithheldProduct } from '#shared/animal-events/rules.ts'
import type { BookKind } from '#shared/documents/rules.ts'
import type { Formats } from '#shared/lib/formats.ts'
import type { Translate } from '#shared/lib/localizedText.ts'
import { users } from '../accounts/table.ts'
import { animalEvents as events } from '../animals/eventTable.ts'
import { animals, animalGroups as groups } from '../animals/table.ts'
import type { Context } from '../lib/context.ts'
import { accessible } from '../lib/registers/accessible.ts'
import type { Cell } from '../lib/spreadsheets/rows.ts'
import { locations } from '../locations/table.ts'

type Asked = { companyId: number; from: string; until: string; locationId?: number | undefined; most: number }

type Book = {
  /** The keys of its columns, in their order. */
  columns: readonly string[]
  lines(ctx: Context, asked: Asked, words: Words): Promise<Cell[][]>
}

const ofGroups = alias(groups, 'own_groups')

/** The place and all that is a part of it. */
const inside = (companyId: number, id: number): SQL => sql`(
  with recursive inside as (
    select id from locations where company_id = ${companyId} and id = ${id}
    union
    select part.id from locations part join inside on part.parent_id = inside.id where part.company_id = ${companyId}
  )
  select id from inside)`

/** Events of the period, with their animals or groups. */
const happened = (ctx: Context, { companyId, from, until, locationId, most }: Asked, types: EventType[]) =>
  ctx.db
    .select({
      event: events,
      animal: { name: animals.name, identifier: animals.identifier, species: animals.species, kind: animals.kind },
      group: { name: groups.name, species: groups.species },
      place: locations.name,
      by: users.name,
    })
    .from(events)
    .leftJoin(animals, and(eq(animals.companyId, events.companyId), eq(animals.id, events.animalId)))
    .leftJoin(groups, and(eq(groups.companyId, events.companyId), eq(groups.id, events.animalGroupId)))
    .leftJoin(ofGroups, and(eq(ofGroups.companyId, animals.companyId), eq(ofGroups.id, animals.animalGroupId)))
    .leftJoin(locations, and(eq(locations.companyId, events.companyId), eq(locations.id, events.locationId)))
    .leftJoin(users, eq(users.id, events.userId))
    .where(
      and(
        ...[eq(events.companyId, companyId), isNull(events.archivedAt), eq(events.state, 'done')],
        ...[inArray(events.type, types), between(events.day, from, until)],
        or(
          and(isNotNull(events.animalId), accessible(ctx.ability, 'read', 'Animal', animals)),
          and(isNotNull(events.animalGroupId), accessible(ctx.ability, 'read', 'AnimalGroup', groups)),
        ),
        locationId === undefined
          ? undefined
          : sql`coalesce(${events.locationId}, ${animals.locationId}, ${groups.locationId}, ${ofGroups.locationId})
              in ${inside(companyId, locationId)}`,
      ),
    )
    .orderBy(asc(events.day), asc(events.id))
    .limit(most)

type Happened = Awaited<ReturnType<typeof happened>>[number]

/** The mark of an animal, else its name; the name of a group. */
const whose = ({ animal, group }: Happened): Cell[] => [animal?.identifier ?? null, animal?.name ?? group?.name ?? null]
const detailsOf = <Type extends EventType>({ event }: Happened) =>
  event.details as Extract<EventDetails, { type: Type }>

/** Animals count by themselves, groups and batches by what was counted. */
const heads = ({ event, animal }: Happened): number | null => (animal?.kind === 'individual' ? 1 : event.headCount)

const moving: EventType[] = ['arrival', 'departure', 'move', 'birth', 'death']

export const books: Record<BookKind, Book> = {
  herd: {
    columns: ['mark', 'name', 'species', 'sex', 'birth', 'arrived', 'origin', 'left', 'why', 'destination', 'group'],
    lines: herd,
  },
  movement: {
    columns: [
      ...['day', 'what', 'heads', 'sent', 'received', 'difference', 'mark', 'name', 'species', 'place'],
      ...['holding', 'reason', 'document', 'by'],
    ],
    lines: async (ctx, asked, words) =>
      (await happened(ctx, asked, moving)).map(row => {
        const { event } = row
        const details = detailsOf<'arrival' | 'departure' | 'death'>(row)
        return [
          ...[event.day, words.type(event.type), bornOr(row), ...countsOf(row), ...whose(row)],
          ...[words.species(row.animal?.species ?? row.group?.species ?? null), row.place],
          ...['other_holding' in details ? (details.other_holding ?? null) : null, words.reason(event.details)],
          ...['document' in details ? (details.document ?? null) : null, row.by],
        ]
      }),
  },
  treatment: {
    columns: [
      ...['day', 'mark', 'name', 'heads', 'medicine', 'dose', 'batch', 'supplier'],
      ...['diagnosis', 'days', 'veterinarian', 'withheld', 'by'],
    ],
    lines: async (ctx, asked, words) =>
      (await happened(ctx, asked, ['treatment', 'vaccination'])).map(row => {
        const details = detailsOf<'treatment' | 'vaccination'>(row)
        const given = details.type === 'treatment' ? details : undefined
        return [
          ...[row.event.day, ...whose(row), heads(row), details.medicine, details.dose ?? null],
          ...[details.batch ?? null, details.supplier ?? null],
          ...[given ? (given.diagnosis ?? null) : words.type('vaccination'), given?.days ?? null],
          ...[given?.veterinarian ?? null, words.withheld(given?.withdrawals ?? []), row.by],
        ]
      }),
  },
}

/** The numbers sent and received, and by how many they differ. */
function countsOf({ event: { details, headCount } }: Happened): Cell[] {
  const counts = consignmentCounts(details, headCount)
  return [counts?.sent ?? null, counts?.received ?? null, countDifference(details, headCount)]
}

/** The number born alive. */
const bornOr = (row: Happened): number | null =>
  row.event.details.type === 'birth' ? row.event.details.born_alive : heads(row)

/** The animals that were here on one of the days, those that have left or died among them. */
async function herd(
  ctx: Context,
  { companyId, from, until, locationId, most }: Asked,
  words: Words,
): Promise<Cell[][]> {
  const last = (types: string, direction: string) => sql`(
    select jsonb_build_object('day', day, 'details', details) from animal_events event
    where event.company_id = ${animals.companyId} and event.animal_id = ${animals.id} and event.archived_at is null
      and event.state = 'done' and event.type in (${sql.raw(types)})
    order by day ${sql.raw(direction)}, event.id ${sql.raw(direction)} limit 1)`
  type Known = { day: string; details: EventDetails } | null
  const found = ctx.db
    .select({
      ...{ mark: animals.identifier, name: animals.name, species: animals.species, sex: animals.sex },
      ...{ birth: animals.birthDate, order: animals.id },
      group: sql<string | null>`${ofGroups.name}`.as('group_name'),
      since: sql<string>`coalesce(${animals.birthDate}, ${animals.createdAt}::date)`.as('since'),
      arrival: sql<Known>`${last(`'arrival'`, 'asc')}`.as('arrival'),
      exit: sql<Known>`${last(`'departure', 'death'`, 'desc')}`.as('exit'),
    })
    .from(animals)
    .leftJoin(ofGroups, and(eq(ofGroups.companyId, animals.companyId), eq(ofGroups.id, animals.animalGroupId)))
    .where(
      and(
        ...[eq(animals.companyId, companyId), accessible(ctx.ability, 'read', 'Animal', animals)],
        locationId === undefined
          ? undefined
          : sql`coalesce(${animals.locationId}, ${ofGroups.locationId}) in ${inside(companyId, locationId)}`,
      ),
    )
    .as('found')
  const rows = await ctx.db
    .select()
    .from(found)
    .where(
      sql`coalesce((${found.arrival} ->> 'day')::date, ${found.since}) <= ${until}::date
        and (${found.exit} is null or (${found.exit} ->> 'day')::date >= ${from}::date)`,
    )
    .orderBy(asc(found.mark), asc(found.name), asc(found.order))
    .limit(most)
  return rows.map(({ arrival, exit, ...row }) => {
    const [came, went] = [arrival?.details, exit?.details]
    return [
      ...[row.mark, row.name, words.species(row.species), words.sex(row.sex), row.birth],
      ...[arrival?.day ?? null, came?.type === 'arrival' ? (came.other_holding ?? null) : null],
      ...[exit?.day ?? null, went ? words.whyGone(went) : null],
      ...[went?.type === 'departure' ? (went.other_holding ?? null) : null, row.group],
    ]
  })
}

// Texts of the books in the reader's language.

type Words = ReturnType<typeof wordsOf>

export function wordsOf(t: Translate, formats: Pick<Formats, 'day' | 'commas'>) {
  const type = (name: EventType) => t(`animalEvents.types.${name}`)
  const reason = (details: EventDetails): string | null => {
    if (details.type === 'arrival') return details.reason ? t(`animalEvents.arrivalReasons.${details.reason}`) : null
    if (details.type === 'departure') return t(`animalEvents.departureReasons.${details.reason}`)
    if (details.type !== 'death') return null
    const [why, disposal] = [
      details.reason && t(`animalEvents.deathReasons.${details.reason}`),
      details.disposal && t(`animalEvents.disposals.${details.disposal}`),
    ]
    return [why, disposal].filter(Boolean).join(' · ') || null
  }
  return {
    type,
    reason,
    species: (name: string | null) => name && t(`animals.speciesNames.${name}`),
    sex: (name: string) => t(`animals.sexes.${name}`),
    whyGone: (details: EventDetails) => [type(details.type), reason(details)].filter(Boolean).join(' · '),
    withheld: (withdrawals: { product: WithheldProduct; until: string }[]) =>
      formats.commas(
        withdrawals.map(({ product, until }) =>
          t('animalEvents.held', {
            product: t(`animalEvents.products.${product}`),
            day: formats.day(until, { dateStyle: 'medium' }),
          }),
        ),
      ) || t('books.noWithdrawal'),
  }
}
