/**
 * Arrivals and departures that another program sends as ICAR's Animal Data Exchange names them: each becomes an event
 * of the animal or the group that it is of.
 */
import { and, count, eq, inArray, isNull, min, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { EventDetails } from '#shared/animal-events/details.ts'
import type { books } from '#shared/documents/contract.ts'
import { Day, LongText, Time } from '#shared/lib/fields.ts'
import { Problem } from '#shared/lib/problem.ts'
import { recordEvent } from '../animals/eventCommands.ts'
import { accessAnimal, accessGroup, dayIn, type Owner } from '../animals/eventQueries.ts'
import { animalEvents as events } from '../animals/eventTable.ts'
import { animalGroups, animals } from '../animals/table.ts'
import { type Context, companyOf } from '../lib/context.ts'
import type { Handler } from '../lib/http/routes.ts'
import { dayAt } from '../lib/localDays.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { arrivalReasonOf, departureReasonOf, ownScheme } from './icar.ts'

const Text = z.string().trim().max(200)
const Identifier = z.object({ scheme: Text.nullish(), id: z.coerce.string().max(200) })
const Heads = z.int().min(0).max(1_000_000)

/** The fields of ICAR's resources that an event of ours has too; others are ignored. */
const Movement = z.object({
  resourceType: z.enum([
    ...(['icarMovementArrivalEventResource', 'icarMovementDepartureEventResource'] as const),
    ...(['icarGroupMovementArrivalEventResource', 'icarGroupMovementDepartureEventResource'] as const),
  ]),
  eventDateTime: Time,
  animal: Identifier.nullish(),
  animalSetReference: z.object({ identifier: Identifier.nullish(), name: Text.nullish() }).nullish(),
  countObserved: Heads.nullish(),
  arrivalReason: Text.nullish(),
  departureKind: Text.nullish(),
  consignment: z
    .object({
      ...{ id: Identifier.nullish(), originAddress: Text.nullish(), destinationAddress: Text.nullish() },
      ...{ sentCount: Heads.nullish(), receivedCount: Heads.nullish() },
    })
    .nullish(),
  remark: LongText.nullish(),
})
type Movement = z.infer<typeof Movement>

/**
 * Records the movements that are not known yet. One is known where its animal or group has one of the same kind on the
 * same day. What cannot be read, is of an unknown animal or breaks a rule of events is left out, with its place.
 */
export const takeMovements: Handler<typeof books.takeMovements> = async ({ events: sent }, ctx) => {
  const read = sent.map(one => Movement.safeParse(one).data)
  const [ofAnimals, ofGroups] = [await animalsNamed(ctx, read), await groupsNamed(ctx, read)]
  const on = await dayIn(ctx, companyOf(ctx))
  const taken = { recorded: 0, known: 0, left: [] as { at: number; because: Reason }[] }
  for (const [at, movement] of read.entries()) {
    const leave = (because: Reason) => taken.left.push({ at, because })
    const day = movement && dayOf(movement.eventDateTime, on.timeZone)
    if (!movement || !Day.safeParse(day).success) {
      leave('not_understood')
      continue
    }
    const isOfGroup = movement.resourceType.startsWith('icarGroup')
    const id = isOfGroup ? ofGroups.get(groupNameOf(movement)) : ofAnimals.get(movement.animal?.id ?? '')
    if (id === undefined) {
      leave(isOfGroup ? 'unknown_group' : 'unknown_animal')
      continue
    }
    const owner = await (isOfGroup ? accessGroup(ctx, id) : accessAnimal(ctx, id))
    const details = detailsOf(movement)
    if (await isKnown(ctx, owner, details.type, day ?? '')) {
      taken.known++
      continue
    }
    const isOne = owner.type === 'animal' && owner.row.kind === 'individual'
    const draft = { details, day: day ?? '', state: 'done' as const, note: movement.remark ?? null }
    const refused = await recordEvent(ctx, owner, { ...draft, headCount: isOne ? null : headsOf(movement) }).then(
      () => false,
      isRefusal,
    )
    if (refused) leave('refused')
    else taken.recorded++
  }
  return taken
}

type Reason = 'not_understood' | 'unknown_animal' | 'unknown_group' | 'refused'

/** A rule of events refuses before anything is written. */
function isRefusal(error: unknown): true {
  if (error instanceof Problem && error.code === 'invalid') return true
  throw error
}

/** Our export writes a day as its beginning; other programs send the moment. */
const dayOf = (moment: string, timeZone: string) =>
  /T00:00:00(\.0+)?Z$/.test(moment) ? moment.slice(0, 10) : dayAt(new Date(moment), timeZone)

const groupNameOf = ({ animalSetReference: set }: Movement): string => set?.name || set?.identifier?.id || ''

/** The animals that have these identifiers, where no two have the same. Our own numbers mean nothing elsewhere. */
const animalsNamed = (ctx: Context, read: (Movement | undefined)[]) =>
  idsNamed(ctx, {
    names: read.flatMap(one => (one?.animal && one.animal.scheme !== `${ownScheme}.animal` ? [one.animal.id] : [])),
    table: animals,
    name: animals.identifier,
    may: accessible(ctx.ability, 'read', 'Animal', animals),
  })

const groupsNamed = (ctx: Context, read: (Movement | undefined)[]) =>
  idsNamed(ctx, {
    names: read.flatMap(one => (one?.animalSetReference ? [groupNameOf(one)] : [])),
    table: animalGroups,
    name: animalGroups.name,
    may: accessible(ctx.ability, 'read', 'AnimalGroup', animalGroups),
  })

type Named = { names: string[]; may: SQL | undefined } & (
  | { table: typeof animals; name: typeof animals.identifier }
  | { table: typeof animalGroups; name: typeof animalGroups.name }
)

async function idsNamed(ctx: Context, { names, table, name, may }: Named): Promise<Map<string, number>> {
  const wanted = [...new Set(names.filter(Boolean))]
  if (wanted.length === 0) return new Map()
  const rows = await ctx.db
    .select({ name, id: min(table.id), count: count() })
    .from(table)
    .where(and(eq(table.companyId, companyOf(ctx)), isNull(table.archivedAt), inArray(name, wanted), may))
    .groupBy(name)
  return new Map(rows.flatMap(row => (row.count === 1 && row.id !== null ? [[String(row.name), row.id] as const] : [])))
}

async function isKnown({ db }: Context, { type, row }: Owner, kind: EventDetails['type'], day: string) {
  const [found] = await db
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        ...[eq(events.companyId, row.companyId), eq(events.type, kind), eq(events.day, day), isNull(events.archivedAt)],
        eq(type === 'animal' ? events.animalId : events.animalGroupId, row.id),
      ),
    )
    .limit(1)
  return found !== undefined
}

const isArrival = ({ resourceType }: Movement) => resourceType.includes('Arrival')

/** What this side counted of a group: what was observed, else what the consignment says. */
const headsOf = (movement: Movement): number | null => {
  const { sentCount, receivedCount } = movement.consignment ?? {}
  return movement.countObserved ?? (isArrival(movement) ? receivedCount : sentCount) ?? null
}

function detailsOf(movement: Movement): EventDetails {
  const { id, originAddress, destinationAddress, sentCount = null, receivedCount = null } = movement.consignment ?? {}
  const shared = { document: id?.id || null, sent_count: sentCount, received_count: receivedCount }
  return isArrival(movement)
    ? {
        ...{ type: 'arrival' as const, reason: arrivalReasonOf(movement.arrivalReason) },
        ...{ ...shared, other_holding: originAddress || null },
      }
    : {
        ...{ type: 'departure' as const, reason: departureReasonOf(movement.departureKind) },
        ...{ ...shared, other_holding: destinationAddress || null },
      }
}
