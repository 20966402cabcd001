/**
 * What was written down of the demo's lorry: its meter, who drives it, its last washing, and maintenance of which one
 * is due.
 */
import { createLogEvent, keepMaintenancePlan } from '../../vehicle-log/module.ts'
import { actAs, type Filling, type Person } from './acting.ts'
import { dayFrom } from './chance.ts'

/** The oil is due for six days by kilometres, the brakes in spring by the calendar. */
export async function keepVehicleLog(
  filling: Filling,
  { lorry, driver, manager, at }: { lorry: number; driver: Person; manager: Person; at: Date },
): Promise<void> {
  const day = (days: number) => dayFrom(filling.now, days)
  const plan = (draft: Omit<Parameters<typeof keepMaintenancePlan>[0], 'vehicleId'>) =>
    actAs(filling, manager, at, ctx => keepMaintenancePlan({ vehicleId: lorry, ...draft }, ctx))
  const write = (person: Person, entry: Omit<Parameters<typeof createLogEvent>[0], 'id'>) =>
    actAs(filling, person, filling.now, ctx => createLogEvent({ id: lorry, ...entry }, ctx))
  const oil = { everyKilometres: 20_000, everyMonths: 12, sinceDay: day(-200), responsibleId: driver.userId }
  const { plans } = await plan({ name: 'Oil and filters', ...oil })
  await plan({ name: 'Brakes', everyMonths: 12, sinceDay: day(-240) })
  await write(manager, { kind: 'driver', day: day(-300), driverId: driver.userId })
  await write(driver, {
    ...{ kind: 'maintenance', day: day(-200), kilometres: 166_400, maintenancePlanId: plans[0]?.id },
    note: 'With new air filter',
  })
  await write(driver, { kind: 'odometer', day: day(-34), kilometres: 183_950 })
  await write(driver, { kind: 'odometer', day: day(-6), kilometres: 186_460 })
  await write(driver, {
    ...{ kind: 'cleaning', day: day(-2), work: 'cleaned_and_disinfected', product: 'Virkon S 1:100' },
    ...{ place: 'Washing place at the market', kilometres: 186_910 },
  })
}
