import { and, eq } from 'drizzle-orm'
import { invalidField } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import { requireAtWork, todayIn } from '../companies/queries.ts'
import { memberships } from '../companies/table.ts'
import { type Context, permitted, whereRefused } from '../lib/context.ts'
import { accessRow, reviseStored } from '../lib/registers/register.ts'
import { locations } from '../locations/table.ts'
import { broadcastToReaders } from '../subjects/ports.ts'
import { completeOpenOf } from '../tasks/complete.ts'
import { recomputePlans } from './plans.ts'
import { type EntryRow, shownEntry, type Whose } from './queries.ts'
import { requireForward } from './readings.ts'
import { vehicleEntries as entries, maintenancePlans } from './table.ts'

type Said = Omit<
  Partial<EntryRow>,
  'id' | 'companyId' | 'vehicleId' | 'userId' | 'taskId' | 'createdAt' | 'updatedAt' | 'archivedAt' | 'revision'
> &
  Pick<EntryRow, 'uuid' | 'kind' | 'day'>
type Meant = { revision?: number | undefined; isStruckOut?: boolean | undefined }

/** Fields of each kind; others are dropped. */
const own = {
  ...{ odometer: [], driver: ['until', 'driverId'], maintenance: ['maintenancePlanId'] },
  cleaning: ['work', 'product', 'locationId', 'place'],
} as const satisfies Record<EntryRow['kind'], readonly (keyof EntryRow)[]>
const ofKinds = Object.values(own).flat()

const fitting = (said: Said): Said =>
  ({
    ...said,
    ...Object.fromEntries(
      ofKinds.filter(field => !(own[said.kind] as readonly string[]).includes(field)).map(field => [field, null]),
    ),
  }) as Said

/**
 * Writes an entry of a vehicle, or corrects the one that it is by its uuid. The same again without a revision changes
 * nothing. Throws a 422 for what cannot be, with its field, and a 409 for a stale revision.
 */
export async function writeEntry(ctx: Context, vehicle: Whose, said: Said, meant: Meant): Promise<EntryRow> {
  const { companyId, id: vehicleId } = vehicle
  await requireRows(ctx, vehicle, said)
  const [known] = await ctx.db
    .select()
    .from(entries)
    .where(and(eq(entries.companyId, companyId), eq(entries.uuid, said.uuid)))
  if (known) return correctEntry(ctx, vehicle, known, said, meant)
  const draft = fitting(said)
  permitted(ctx, 'create', 'VehicleEntry', { ...draft, companyId, userId: ctx.actor.id })
  await requirePossible(ctx, vehicle, draft)
  await requireDriver(ctx, companyId, draft)
  const [entry] = await ctx.db
    .insert(entries)
    .values({ ...draft, companyId, vehicleId, userId: ctx.actor.id })
    .onConflictDoNothing({ target: [entries.companyId, entries.uuid] })
    .returning()
  // A concurrent request stored the same entry.
  if (!entry) return writeEntry(ctx, vehicle, said, {})
  await updateDerivedState(ctx, vehicle, entry)
  await audit(ctx, 'entry.created', about(entry), { kind: entry.kind, day: entry.day })
  return entry
}

const about = ({ id, companyId }: EntryRow) => ({ type: 'VehicleEntry', id, companyId }) as const

async function correctEntry(
  ctx: Context,
  vehicle: Whose,
  known: EntryRow,
  said: Said,
  { revision, isStruckOut }: Meant,
): Promise<EntryRow> {
  permitted(ctx, 'read', 'VehicleEntry', known)
  if (known.vehicleId !== vehicle.id || known.kind !== said.kind) throw invalidField('uuid', 'taken')
  if (revision === undefined) return known
  permitted(ctx, isStruckOut === undefined ? 'update' : 'delete', 'VehicleEntry', known)
  const archivedAt = isStruckOut === undefined ? known.archivedAt : isStruckOut ? ctx.now : null
  const draft = fitting(said)
  if (!archivedAt) await requirePossible(ctx, vehicle, { ...known, ...draft })
  if (!archivedAt) await requireDriver(ctx, known.companyId, draft, known)
  const changed = await reviseStored(
    ctx,
    entries,
    known,
    { ...draft, archivedAt },
    { expected: revision, present: row => shownEntry(ctx, row) },
  )
  await updateDerivedState(ctx, vehicle, changed)
  const action = isStruckOut === undefined ? 'entry.updated' : isStruckOut ? 'entry.archived' : 'entry.restored'
  await audit(ctx, action, about(known), { kind: known.kind, day: changed.day })
  return changed
}

async function requirePossible(ctx: Context, vehicle: Whose, said: Said & { id?: number }): Promise<void> {
  const { kind } = said
  if (kind === 'driver' && !said.driverId) throw invalidField('driver_id', 'required')
  if (kind === 'cleaning' && !said.work) throw invalidField('work', 'required')
  if (kind === 'odometer' && said.kilometres == null && said.hours == null) throw invalidField('kilometres', 'required')
  if (kind === 'maintenance' && !said.maintenancePlanId && !said.note) throw invalidField('note', 'required')
  if (said.until && said.until < said.day) throw invalidField('until', 'before_start')
  // A driver may be set in advance.
  if (kind !== 'driver' && said.day > (await todayIn(ctx, vehicle.companyId))) throw invalidField('day', 'after_today')
  await requireForward(ctx.db, vehicle, said)
}

/** Throws a 422 for somebody who would drive today or later and does not work here now. They may have driven before. */
async function requireDriver(
  ctx: Context,
  companyId: number,
  { driverId, day }: Said,
  known?: EntryRow,
): Promise<void> {
  if (!driverId || day < (await todayIn(ctx, companyId))) return
  await requireAtWork(ctx.db, companyId, [{ id: driverId, field: 'driver_id' }], [known?.driverId ?? null])
}

/** Throws a 422 for somebody who was never in the company. */
async function requireMember(ctx: Context, companyId: number, userId: number, field: string): Promise<void> {
  const [member] = await ctx.db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.companyId, companyId), eq(memberships.userId, userId)))
  if (!member) throw invalidField(field, 'not_found')
}

/** Throws a 422 for a row that is not the company's, also where the kind of the entry keeps none. */
async function requireRows(ctx: Context, vehicle: Whose, said: Said): Promise<void> {
  if (said.driverId) await requireMember(ctx, vehicle.companyId, said.driverId, 'driver_id')
  if (said.locationId)
    await accessRow(ctx, locations, 'Location', said.locationId, 'read').catch(
      whereRefused(() => {
        throw invalidField('location_id', 'not_found')
      }),
    )
  if (said.maintenancePlanId) await requirePlan(ctx, vehicle, said.maintenancePlanId)
}

async function requirePlan(ctx: Context, { companyId, id }: Whose, planId: number): Promise<void> {
  const [plan] = await ctx.db
    .select({ vehicleId: maintenancePlans.vehicleId })
    .from(maintenancePlans)
    .where(and(eq(maintenancePlans.companyId, companyId), eq(maintenancePlans.id, planId)))
  if (plan?.vehicleId !== id) throw invalidField('maintenance_plan_id', 'not_found')
}

/** Updates what follows from an entry: the days of plans, and readers of the vehicle. */
async function updateDerivedState(ctx: Context, vehicle: Whose, entry: EntryRow): Promise<void> {
  await recomputePlans(ctx, vehicle)
  if (entry.kind === 'maintenance' && entry.maintenancePlanId && !entry.archivedAt)
    await settleTask(ctx, entry, entry.maintenancePlanId)
  broadcastChanged(ctx, vehicle)
}

/** Completes the open task of the plan with the entry. A plan that is due anyway keeps its task. */
async function settleTask(ctx: Context, entry: EntryRow, planId: number): Promise<void> {
  const { companyId } = entry
  const isIt = and(eq(maintenancePlans.companyId, companyId), eq(maintenancePlans.id, planId))
  const [plan] = await ctx.db.select().from(maintenancePlans).where(isIt).for('update')
  if (!plan?.taskId || (plan.dueOn !== null && plan.dueOn <= (await todayIn(ctx, companyId)))) return
  const { taskId } = plan
  // Before its task ends, whose end would otherwise be written down once more.
  await ctx.db.update(maintenancePlans).set({ taskId: null }).where(isIt)
  await ctx.db.update(entries).set({ taskId }).where(eq(entries.id, entry.id))
  await completeOpenOf(ctx, { companyId, taskId, by: entry.userId, at: ctx.now })
}

/** Tells readers of the vehicle to read its log again. */
export function broadcastChanged(ctx: Context, { companyId, id }: Whose): void {
  broadcastToReaders(ctx, 'subjects.history_changed', companyId, [{ type: 'vehicle', id }])
}
