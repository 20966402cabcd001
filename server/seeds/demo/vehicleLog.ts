/**
 * What was written down of the demo's lorry: its meter, who drives it, its last washing, and maintenance of which one
 * is due.
 */
import { randomUUID } from 'node:crypto'
import type { Database } from '../../lib/db/pools.ts'
import { maintenancePlans, vehicleEntries } from '../../vehicle-log/table.ts'

type Row = Omit<typeof vehicleEntries.$inferInsert, 'companyId' | 'vehicleId' | 'uuid'>

const day = (daysFromNow: number) => new Date(Date.now() + daysFromNow * 24 * 3600_000).toISOString().slice(0, 10)

/** The oil is due since Tuesday by kilometres, the brakes in spring by the calendar. */
export async function seedVehicleLog(
  db: Database,
  companyId: number,
  { lorry, driver, manager }: { lorry: number | undefined; driver: number | undefined; manager: number | undefined },
): Promise<void> {
  if (lorry === undefined || driver === undefined) return
  const of = { companyId, vehicleId: lorry }
  const [oil] = await db
    .insert(maintenancePlans)
    .values({
      ...{ ...of, name: 'Oil and filters', everyKilometres: 20_000, everyMonths: 12, sinceDay: day(-200) },
      ...{ dueKilometres: 186_400, dueOn: day(-6), responsibleId: driver },
    })
    .returning({ id: maintenancePlans.id })
  await db
    .insert(maintenancePlans)
    .values({ ...of, name: 'Brakes', everyMonths: 12, sinceDay: day(-240), dueOn: day(125) })
  const rows: Row[] = [
    { kind: 'driver', day: day(-300), driverId: driver, userId: manager ?? null },
    {
      ...{ kind: 'maintenance', day: day(-200), kilometres: 166_400, maintenancePlanId: oil?.id ?? null },
      ...{ note: 'With new air filter', userId: driver },
    },
    { kind: 'odometer', day: day(-34), kilometres: 183_950, userId: driver },
    { kind: 'odometer', day: day(-6), kilometres: 186_460, userId: driver },
    {
      ...{ kind: 'cleaning', day: day(-2), work: 'cleaned_and_disinfected', product: 'Virkon S 1:100' },
      ...{ place: 'Washing place at the market', kilometres: 186_910, userId: driver },
    },
  ]
  await db.insert(vehicleEntries).values(rows.map(row => ({ ...of, uuid: randomUUID(), ...row })))
}
