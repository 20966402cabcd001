import type { Database } from '../../lib/db/pools.ts'
import { hour } from './chance.ts'
import { type Crew, type SeededForm, seedTask } from './history.ts'
import type { Registers } from './registers.ts'

/** What waits for the people of the farm today. */
export async function seedOpenWork(
  db: Database,
  crew: Crew,
  form: { pens: SeededForm; safety: SeededForm; cows: SeededForm },
  { locationIds, vehicleIds, groupIds }: Registers,
  guideId: number | undefined,
  now: Date,
): Promise<void> {
  const [tom = 0, farid = 0] = crew.workerIds
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * hour)
  const barn = (name: string) => ({ locationId: locationIds.get(name) ?? 0 })
  const send = (task: Parameters<typeof seedTask>[2]) => seedTask(db, crew, task)
  await send({
    title: 'Evening check of Barn 1',
    priority: 'normal',
    at: at(2),
    dueIn: 8 * hour,
    userId: tom,
    formId: form.pens.id,
    guideId,
    subject: barn('Barn 1'),
  })
  await send({
    title: 'Evening check of Barn 2',
    priority: 'normal',
    at: at(2),
    dueIn: 8 * hour,
    userId: farid,
    formId: form.pens.id,
    subject: barn('Barn 2'),
  })
  await send({
    title: 'Check the ewes on the top paddock',
    description: 'Take the hay along. The gate latch sticks.',
    priority: 'normal',
    at: at(1),
    dueIn: 10 * hour,
    userId: tom,
    formId: form.pens.id,
    subject: { animalGroupId: groupIds.get('Ewes') ?? 0 },
  })
  await send({
    title: 'Repair the gate at the loading ramp',
    description: 'Lower hinge is loose. New bolts are in the workshop.',
    priority: 'high',
    at: at(40),
    dueIn: 24 * hour,
    userId: tom,
    subject: barn('Loading ramp'),
  })
  await send({
    title: 'Safety walk through the workshop',
    priority: 'low',
    at: at(5),
    dueIn: 72 * hour,
    userId: farid,
    formId: form.safety.id,
    subject: barn('Workshop'),
  })
  await send({
    title: 'Wash and disinfect the stock lorry',
    description: 'Both decks and the ramp. Note the product and how long it stayed on.',
    priority: 'normal',
    at: at(4),
    dueIn: 48 * hour,
    userId: farid,
    subject: { vehicleId: vehicleIds.get('Stock lorry') ?? 0 },
  })
  await send({
    title: 'Welfare visit of the milking cows',
    priority: 'normal',
    at: at(3),
    dueIn: 48 * hour,
    userId: crew.managerId,
    formId: form.cows.id,
    subject: { animalGroupId: groupIds.get('Milking cows') ?? 0 },
  })
  await send({
    title: 'Count the ewes',
    priority: 'normal',
    at: at(30),
    dueIn: 12 * hour,
    userId: farid,
    doneAfter: 4 * hour,
    subject: barn('Top paddock'),
  })
  await send({
    title: 'Fill the footbath',
    priority: 'normal',
    at: at(28),
    dueIn: 12 * hour,
    userId: tom,
    doneAfter: 2 * hour,
    subject: barn('Milking parlour'),
  })
}
