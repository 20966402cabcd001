import { and, eq, sql } from 'drizzle-orm'
import type { EventDetails } from '#shared/animal-events/details.ts'
import type { WithheldProduct } from '#shared/animal-events/rules.ts'
import { invalidField } from '#shared/lib/problem.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import { publish } from '../lib/ports.ts'
import { accessRow, reviseStored } from '../lib/registers/register.ts'
import { broadcastToReaders } from '../subjects/ports.ts'
import { requireSeen } from '../subjects/queries.ts'
import { dayIn, type EventRow, type Owner, shownEvent, type WithholdRow, withheldOf } from './eventQueries.ts'
import { animalEvents, withholds } from './eventTable.ts'
import { animalEventsChanged } from './ports.ts'
import { animalStatesOn, updateAnimalStates, updateGroupState } from './status.ts'

type Draft = {
  details: EventDetails
  day: string
  state: EventRow['state']
  locationId?: number | null | undefined
  joinedGroupId?: number | null | undefined
  headCount?: number | null | undefined
  note?: string | null | undefined
}

const ownerColumnsOf = ({ type, row }: Owner) => ({
  companyId: row.companyId,
  animalId: type === 'animal' ? row.id : null,
  animalGroupId: type === 'animal' ? null : row.id,
})

/** Records an event that happened or is planned. Throws 422 at its field for an impossible one. */
export async function recordEvent(ctx: Context, owner: Owner, draft: Draft): Promise<EventRow> {
  await lockHistories(ctx, owner.row.companyId)
  await requirePossible(ctx, owner, draft)
  await requireGroupToLeave(ctx, owner, draft)
  const [event] = await ctx.db
    .insert(animalEvents)
    .values({ ...ownerColumnsOf(owner), ...draft, type: draft.details.type, userId: ctx.actor.id })
    .returning()
  if (!event) throw new Error('An insert returns its row')
  await updateDerivedState(ctx, owner, event)
  await audit(ctx, 'entry.created', about(event), { type: event.type, day: event.day })
  await publishChanged(ctx, event.companyId, [event])
  return event
}

/**
 * Serialises the events of a company. A withdrawal period connects animals with their groups, so no single row guards
 * it.
 */
const lockHistories = ({ db }: Context, companyId: number) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext('animal_events'), ${companyId})`)

const about = ({ id, companyId }: EventRow) => ({ type: 'AnimalEvent', id, companyId })

const publishChanged = (ctx: Context, companyId: number, events: { id: number }[]) =>
  publish(ctx, animalEventsChanged, { companyId, ids: events.map(({ id }) => id) })

/** Changes an event; what it opened follows it. */
export async function changeEvent(
  ctx: Context,
  owner: Owner,
  event: EventRow,
  { revision, ...changes }: Partial<Draft> & { revision?: number | undefined },
): Promise<EventRow> {
  await lockHistories(ctx, event.companyId)
  const draft = { ...event, ...changes }
  if (draft.details.type !== event.type) throw invalidField('details.type', 'not_an_option')
  await requirePossible(ctx, owner, draft)
  if (draft.day !== event.day || draft.state !== event.state) await requireGroupToLeave(ctx, owner, draft)
  const changed = await reviseStored(ctx, animalEvents, event, changes, {
    expected: revision,
    present: row => shownEvent(ctx, row),
  })
  await updateDerivedState(ctx, owner, changed)
  await audit(ctx, 'entry.updated', about(event), { type: event.type, day: changed.day })
  await publishChanged(ctx, event.companyId, [event])
  return changed
}

/** Strikes an event out, or lets it count again. A repeated call is harmless. */
export async function voidEntry(
  ctx: Context,
  owner: Owner,
  event: EventRow,
  archivedAt: Date | null,
): Promise<EventRow> {
  if ((event.archivedAt === null) === (archivedAt === null)) return event
  await lockHistories(ctx, event.companyId)
  if (archivedAt === null) await requirePossible(ctx, owner, event)
  const changed = await reviseStored(ctx, animalEvents, event, { archivedAt }, { present: row => shownEvent(ctx, row) })
  await updateDerivedState(ctx, owner, changed)
  await audit(ctx, archivedAt ? 'entry.archived' : 'entry.restored', about(event), {
    type: event.type,
    day: event.day,
  })
  await publishChanged(ctx, event.companyId, [event])
  return changed
}

async function requirePossible(ctx: Context, owner: Owner, { details, ...draft }: Draft): Promise<void> {
  const { type } = details
  const isOne = owner.type === 'animal' && owner.row.kind === 'individual'
  if (type === 'move' && draft.locationId == null) throw invalidField('location_id', 'required')
  if (type === 'join_group' && draft.joinedGroupId == null) throw invalidField('joined_group_id', 'required')
  if ((type === 'join_group' || type === 'leave_group') && owner.type !== 'animal')
    throw invalidField('details.type', 'not_an_option')
  if (type === 'count' && isOne) throw invalidField('details.type', 'not_an_option')
  await requireSeen(ctx, owner.row.companyId, [
    { field: 'location_id', type: 'location', id: draft.locationId },
    { field: 'joined_group_id', type: 'animal_group', id: draft.joinedGroupId },
  ])
  // A batch or group needs a number.
  if (!isOne && ['arrival', 'departure', 'death', 'count'].includes(type) && draft.headCount == null)
    throw invalidField('head_count', 'required')
  if (details.type === 'count' && sumOf(details.by_sex) > (draft.headCount ?? 0))
    throw invalidField('details.by_sex', 'more_than_all')
  const { withdrawals = [] } = details.type === 'treatment' ? details : {}
  const ended = withdrawals.findIndex(({ until }) => until < draft.day)
  if (ended >= 0) throw invalidField(`details.withdrawals.${ended}.until`, 'before_beginning')
  const on = await dayIn(ctx, owner.row.companyId)
  if (draft.state === 'done' && draft.day > on.day) throw invalidField('day', 'not_yet')
  if (isForFood(details)) {
    const held = await withheldOf(ctx, owner, { ...on, day: draft.day }, 'meat')
    if (held) throw invalidField('day', 'meat_withheld', { until: held.until, cause: held.cause })
  }
  if (details.type === 'product_sale') {
    const { product } = details
    const held = await withheldOf(ctx, owner, { ...on, day: draft.day }, product)
    if (held) throw invalidField('day', 'product_withheld', { product, until: held.until, cause: held.cause })
  }
}

/**
 * An animal that is recorded to have left its group was in one then; a day before it joined would leave it where it is.
 */
async function requireGroupToLeave(ctx: Context, owner: Owner, { details, day, state }: Draft): Promise<void> {
  if (details.type !== 'leave_group' || state !== 'done') return
  const on = { ...(await dayIn(ctx, owner.row.companyId)), day }
  const { rows } = await ctx.db.execute(animalStatesOn(on, sql`a.id = ${owner.row.id}`))
  if (rows[0]?.animal_group_id === null) throw invalidField('day', 'in_no_group')
}

/**
 * Events by which an animal becomes food: slaughter, or a death that is eaten. A living animal is sold with a note of
 * its treatments.
 */
const isForFood = (details: Draft['details']) =>
  (details.type === 'departure' && details.reason === 'slaughter') ||
  (details.type === 'death' && details.disposal === 'consumption')

const sumOf = (counts: object = {}) => Object.values(counts).reduce((sum: number, heads: number) => sum + heads, 0)

/** Updates what follows from an event: withholds, and the state of the animal or group. */
async function updateDerivedState(ctx: Context, { type, row }: Owner, event: EventRow): Promise<void> {
  if (event.details.type === 'treatment') await keepWithholds(ctx, event, event.details.withdrawals ?? [])
  if (placing.includes(event.type)) await keepCurrent(ctx, { type, row } as Owner)
  broadcastChanged(ctx, event)
}
const placing: EventRow['type'][] = [
  ...(['treatment', 'arrival', 'departure', 'move', 'join_group', 'leave_group', 'count', 'birth', 'death'] as const),
]

function broadcastChanged(
  ctx: Context,
  { companyId, animalId, animalGroupId }: ReturnType<typeof ownerColumnsOf>,
): void {
  const subject: SubjectRef =
    animalId === null ? { type: 'animal_group', id: animalGroupId ?? 0 } : { type: 'animal', id: animalId }
  broadcastToReaders(ctx, 'subjects.history_changed', companyId, [subject])
}

/** Brings the row of an animal or a group up to date with its history. */
export async function keepCurrent(ctx: Context, { type, row }: { type: Owner['type']; row: Placed }): Promise<void> {
  const on = await dayIn(ctx, row.companyId)
  if (type === 'animal') await updateAnimalStates(ctx, on, sql`a.id = ${row.id}`)
  else await updateGroupState(ctx, on, row.id)
}
type Placed = { id: number; companyId: number }

async function keepWithholds(
  ctx: Context,
  event: EventRow,
  withdrawals: { product: WithheldProduct; until: string }[],
): Promise<void> {
  await ctx.db
    .delete(withholds)
    .where(and(eq(withholds.companyId, event.companyId), eq(withholds.animalEventId, event.id)))
  if (event.archivedAt || event.state !== 'done' || withdrawals.length === 0) return
  const { companyId, animalId, animalGroupId, id, userId } = event
  const of = { companyId, animalId, animalGroupId, animalEventId: id, userId, cause: 'treatment' as const }
  await ctx.db.insert(withholds).values(withdrawals.map(withdrawal => ({ ...of, since: event.day, ...withdrawal })))
}

type Noted = {
  details: EventDetails
  locationId?: number | null
  joinedGroupId?: number | null
  headCount?: number | null
}

/** Notes what was changed of a row and belongs to its history, as of today; then the row is brought up to date. */
export async function noteToday(ctx: Context, type: Owner['type'], row: Placed, noted: Noted[]): Promise<void> {
  if (noted.length === 0) return
  await insertToday(ctx, type, row.companyId, [{ id: row.id, noted }])
  await keepCurrent(ctx, { type, row })
  broadcastChanged(ctx, ownerColumnsOf({ type, row } as Owner))
}

/** Notes changes of today for many animals of a company. */
export async function noteTodayOfAnimals(ctx: Context, companyId: number, changed: Changed[]): Promise<void> {
  if (changed.length === 0) return
  await insertToday(ctx, 'animal', companyId, changed)
  const ids = `{${changed.map(({ id }) => id).join(',')}}`
  await updateAnimalStates(ctx, await dayIn(ctx, companyId), sql`a.id = any(${ids}::int[])`)
  const subjects = changed.map(({ id }): SubjectRef => ({ type: 'animal', id }))
  broadcastToReaders(ctx, 'subjects.history_changed', companyId, subjects)
}
type Changed = { id: number; noted: Noted[] }

async function insertToday(ctx: Context, type: Owner['type'], companyId: number, changed: Changed[]): Promise<void> {
  const { day } = await dayIn(ctx, companyId)
  const common = { companyId, day, state: 'done' as const, userId: ctx.actor.id }
  const pointer = type === 'animal' ? 'animalId' : 'animalGroupId'
  const events = changed.flatMap(({ id, noted }) =>
    noted.map(event => ({ ...common, [pointer]: id, ...event, type: event.details.type })),
  )
  const rows = await ctx.db.insert(animalEvents).values(events).returning({ id: animalEvents.id })
  await publishChanged(ctx, companyId, rows)
}

type WithholdMore = { since?: string | undefined; note?: string | null | undefined }

/** Withholds a product without a treatment. */
export async function withhold(
  ctx: Context,
  owner: Owner,
  { since, ...draft }: Pick<WithholdRow, 'cause' | 'product' | 'until'> & WithholdMore,
): Promise<WithholdRow> {
  await lockHistories(ctx, owner.row.companyId)
  const { day } = await dayIn(ctx, owner.row.companyId, since ?? undefined)
  // A period that has already ended is stored as its last day.
  const first = day > draft.until && since === undefined ? draft.until : day
  if (first > draft.until) throw invalidField('until', 'before_beginning')
  if (since !== undefined && since > (await dayIn(ctx, owner.row.companyId)).day) throw invalidField('since', 'not_yet')
  const [row] = await ctx.db
    .insert(withholds)
    .values({ ...ownerColumnsOf(owner), ...draft, since: first, userId: ctx.actor.id })
    .returning()
  if (!row) throw new Error('An insert returns its row')
  await keepCurrent(ctx, owner)
  broadcastChanged(ctx, row)
  await audit(ctx, 'entry.created', { type: 'Withhold', id: row.id, companyId: row.companyId }, { until: row.until })
  return row
}

/** Ends a withhold that was set without a treatment. Throws 403 for one of a treatment, which is changed itself. */
export async function endWithhold(ctx: Context, id: number): Promise<void> {
  const row = await accessRow(ctx, withholds, 'AnimalEvent', id, 'delete')
  if (row.animalEventId !== null) throw invalidField('id', 'of_treatment')
  const { day } = await dayIn(ctx, row.companyId)
  if (row.endedOn === null) await ctx.db.update(withholds).set({ endedOn: day }).where(eq(withholds.id, id))
  const { companyId, animalId, animalGroupId } = row
  broadcastChanged(ctx, row)
  if (animalId !== null) await keepCurrent(ctx, { type: 'animal', row: { id: animalId, companyId } })
  if (animalGroupId !== null) await keepCurrent(ctx, { type: 'animal_group', row: { id: animalGroupId, companyId } })
  await audit(ctx, 'entry.archived', { type: 'Withhold', id, companyId: row.companyId }, { until: row.until })
}
