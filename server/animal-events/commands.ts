import { and, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { EventDetails } from '#shared/animal-events/details.ts'
import type { WithheldProduct } from '#shared/animal-events/eventWords.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { animalGroups } from '../animal-groups/table.ts'
import { animals } from '../animals/table.ts'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import { accessRow, reviseRow } from '../lib/registers/register.ts'
import { type EventRow, isMeatWithheld, type Owner, todayIn, type WithholdRow } from './queries.ts'
import { animalEvents, withholds } from './table.ts'

type Draft = {
  details: EventDetails
  day: string
  state: EventRow['state']
  locationId?: number | null | undefined
  joinedGroupId?: number | null | undefined
  headCount?: number | null | undefined
  note?: string | null | undefined
}

const pointingAt = ({ type, row }: Owner) => ({
  companyId: row.companyId,
  animalId: type === 'animal' ? row.id : null,
  animalGroupId: type === 'animal' ? null : row.id,
})

/** Records what happened, or what is planned. Throws a 422 for what cannot be, with its field. */
export async function recordEvent(ctx: Context, owner: Owner, draft: Draft): Promise<EventRow> {
  await requirePossible(ctx, owner, draft)
  const [event] = await ctx.db
    .insert(animalEvents)
    .values({ ...pointingAt(owner), ...draft, type: draft.details.type, userId: ctx.actor.id })
    .returning()
  if (!event) throw new Error('An insert returns its row')
  await follow(ctx, owner, event)
  await audit(ctx, 'entry.created', about(event), { type: event.type, day: event.day })
  return event
}

const about = ({ id, companyId }: EventRow) => ({ type: 'AnimalEvent', id, companyId })

/** Changes an event; what it opened follows it. */
export async function changeEvent(
  ctx: Context,
  owner: Owner,
  event: EventRow,
  { revision, ...changes }: Partial<Draft> & { revision?: number | undefined },
): Promise<EventRow> {
  const draft = { ...event, ...changes }
  if (draft.details.type !== event.type) throw invalidField('details.type', 'not_an_option')
  await requirePossible(ctx, owner, draft)
  const changed = await reviseRow(ctx, animalEvents, event, changes, row => row, revision)
  await follow(ctx, owner, changed)
  await audit(ctx, 'entry.updated', about(event), { type: event.type, day: changed.day })
  return changed
}

/** Strikes an event out, or lets it count again. A repeated call is harmless. */
export async function strikeOut(
  ctx: Context,
  owner: Owner,
  event: EventRow,
  archivedAt: Date | null,
): Promise<EventRow> {
  if ((event.archivedAt === null) === (archivedAt === null)) return event
  if (archivedAt === null) await requirePossible(ctx, owner, event)
  const changed = await reviseRow(ctx, animalEvents, event, { archivedAt }, row => row)
  await follow(ctx, owner, changed)
  await audit(ctx, archivedAt ? 'entry.archived' : 'entry.restored', about(event), {
    type: event.type,
    day: event.day,
  })
  return changed
}

async function requirePossible(ctx: Context, owner: Owner, { details, ...draft }: Draft): Promise<void> {
  const { type } = details
  if (type === 'move' && draft.locationId == null) throw invalidField('location_id', 'required')
  if (type === 'join_group' && draft.joinedGroupId == null) throw invalidField('joined_group_id', 'required')
  if ((type === 'join_group' || type === 'leave_group') && owner.type !== 'animal')
    throw invalidField('details.type', 'not_an_option')
  if (draft.state === 'done' && draft.day > (await todayIn(ctx, owner.row.companyId)))
    throw invalidField('day', 'not_yet')
  if (details.type === 'departure' && details.reason === 'slaughter') {
    const held = await isMeatWithheld(ctx, owner, draft.day)
    if (held) throw invalidField('day', 'meat_withheld', { until: held.until })
  }
}

/** What an event changes elsewhere: withholds, the group of an animal, the place of a group. */
async function follow(ctx: Context, owner: Owner, event: EventRow): Promise<void> {
  if (event.details.type === 'treatment') await keepWithholds(ctx, event, event.details.withdrawals ?? [])
  if (event.type === 'join_group' || event.type === 'leave_group') await keepGroup(ctx, owner.row)
  if (event.type === 'move' && owner.type === 'animal_group') await keepPlace(ctx, owner.row)
}

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
  await ctx.db.insert(withholds).values(withdrawals.map(withdrawal => ({ ...of, ...withdrawal })))
}

/** What happened lately, of these kinds, and still counts. */
const lately = (row: { companyId: number }, types: EventRow['type'][], today: string) =>
  and(
    ...[eq(animalEvents.companyId, row.companyId), inArray(animalEvents.type, types), eq(animalEvents.state, 'done')],
    ...[isNull(animalEvents.archivedAt), lte(animalEvents.day, today)],
  )

async function keepGroup(ctx: Context, animal: { id: number; companyId: number }): Promise<void> {
  const today = await todayIn(ctx, animal.companyId)
  const [last] = await ctx.db
    .select({ groupId: animalEvents.joinedGroupId })
    .from(animalEvents)
    .where(and(eq(animalEvents.animalId, animal.id), lately(animal, ['join_group', 'leave_group'], today)))
    .orderBy(desc(animalEvents.day), desc(animalEvents.id))
    .limit(1)
  const animalGroupId = last?.groupId ?? null
  await ctx.db
    .update(animals)
    .set({ animalGroupId, revision: sql`${animals.revision} + 1`, updatedAt: ctx.now })
    .where(and(eq(animals.id, animal.id), sql`${animals.animalGroupId} is distinct from ${animalGroupId}`))
}

async function keepPlace(ctx: Context, group: { id: number; companyId: number }): Promise<void> {
  const today = await todayIn(ctx, group.companyId)
  const [last] = await ctx.db
    .select({ locationId: animalEvents.locationId })
    .from(animalEvents)
    .where(and(eq(animalEvents.animalGroupId, group.id), lately(group, ['move'], today)))
    .orderBy(desc(animalEvents.day), desc(animalEvents.id))
    .limit(1)
  if (!last) return
  await ctx.db
    .update(animalGroups)
    .set({ locationId: last.locationId, revision: sql`${animalGroups.revision} + 1`, updatedAt: ctx.now })
    .where(and(eq(animalGroups.id, group.id), sql`${animalGroups.locationId} is distinct from ${last.locationId}`))
}

/** Notes that an animal was put into another group by changing its row. */
export async function noteGroup(
  ctx: Context,
  animal: { id: number; companyId: number },
  groupId: number | null,
): Promise<void> {
  const details: EventDetails = { type: groupId === null ? 'leave_group' : 'join_group' }
  await ctx.db.insert(animalEvents).values({
    ...{ companyId: animal.companyId, animalId: animal.id, animalGroupId: null, joinedGroupId: groupId },
    ...{ type: details.type, details, state: 'done', userId: ctx.actor.id },
    day: await todayIn(ctx, animal.companyId),
  })
}

/** Withholds a product by hand. */
export async function withhold(
  ctx: Context,
  owner: Owner,
  draft: Pick<WithholdRow, 'cause' | 'product' | 'until'> & { note?: string | null | undefined },
): Promise<WithholdRow> {
  const [row] = await ctx.db
    .insert(withholds)
    .values({ ...pointingAt(owner), ...draft, userId: ctx.actor.id })
    .returning()
  if (!row) throw new Error('An insert returns its row')
  await audit(ctx, 'entry.created', { type: 'Withhold', id: row.id, companyId: row.companyId }, { until: row.until })
  return row
}

/** Ends what was set by hand. Throws 403 for what comes of a treatment: that one is changed. */
export async function endWithhold(ctx: Context, id: number): Promise<void> {
  const row = await accessRow(ctx, withholds, 'AnimalEvent', id, 'delete')
  if (row.animalEventId !== null) throw invalidField('id', 'of_treatment')
  await ctx.db.delete(withholds).where(eq(withholds.id, id))
  await audit(ctx, 'entry.archived', { type: 'Withhold', id, companyId: row.companyId }, { until: row.until })
}
