/** A dairy in Hungarian. */

import { roles } from '#shared/lib/roles.ts'
import { dayAt, daysLater } from '../../lib/localDays.ts'
import type { Filling, Person } from './acting.ts'
import { administerRiverside } from './administration.ts'
import { seedAnimalEvents } from './animalEvents.ts'
import { chance, day, hour, weeks } from './chance.ts'
import { seedDailyChecks } from './dailyChecks.ts'
import { seedReadyGuides } from './guides.ts'
import { type Crew, publishTemplate, seedTask } from './history.ts'
import { type DemoPeople, idOf } from './people.ts'
import { seedRegisters } from './registers.ts'
import { talkAtRiverside } from './talks.ts'
import { seedWeek } from './week.ts'

export async function fillRiverside(filling: Filling, people: DemoPeople): Promise<void> {
  const { db, services, now } = filling
  const { storage } = services
  const crew: Crew = {
    companyId: people.companyIds.riverside,
    managerId: idOf(people, 'manager@riverside.example'),
    workerIds: [idOf(people, 'worker@riverside.example')],
    language: 'hu',
    timeZone: 'Europe/Budapest',
    now,
  }
  const { companyId, managerId: userId } = crew
  const manager: Person = { companyId, userId, roleId: roles.manager, locale: 'hu' }
  const start = new Date(now.getTime() - weeks * 7 * day)
  const registers = await seedRegisters(filling, 'riverside', manager, start, chance(7))
  await seedReadyGuides(db, services, crew, ['heat-stress', 'water-and-feeders', 'filling-offline'], start)
  const pens = await publishTemplate(db, crew, 'daily-pen-check', start)
  await administerRiverside(db, crew, pens.id, now)
  await seedDailyChecks(db, storage, crew, pens, registers, ['1. istálló'], now)
  await seedTask(db, crew, {
    title: 'Az 1. istálló esti ellenőrzése',
    priority: 'normal',
    at: new Date(now.getTime() - 2 * hour),
    dueIn: 8 * hour,
    userId: crew.workerIds[0] ?? 0,
    formId: pens.id,
    subject: { locationId: registers.locationIds.get('1. istálló') ?? 0 },
  })
  const [bence = 0] = crew.workerIds
  const place = (name: string) => ({ locationId: registers.locationIds.get(name) ?? 0 })
  await seedWeek(
    db,
    crew,
    {
      ...{ people: [bence, crew.managerId], penCheck: pens.id, parlour: place('Fejőház'), pens: place('2. istálló') },
      cows: { animalGroupId: registers.groupIds.get('Tejelő csoport') ?? 0 },
      vehicle: { vehicleId: registers.vehicleIds.get('Állatszállító teherautó') ?? 0 },
    },
    now,
  )
  const today = dayAt(now, crew.timeZone)
  await seedAnimalEvents(
    db,
    crew,
    {
      treated: {
        name: 'Riska',
        note: 'Jobb hátsó tőgynegyed, meleg és duzzadt.',
        details: {
          ...{ type: 'treatment', diagnosis: 'Tőgygyulladás', medicine: 'Cefkinom', dose: '8 g', days: 2 },
          withdrawals: [
            { product: 'meat', until: daysLater(today, 4) },
            { product: 'milk', until: daysLater(today, 5) },
          ],
        },
      },
      vaccinated: { groupId: registers.groupIds.get('Tejelő csoport') ?? 0, medicine: 'Bovilis BVD' },
      weighed: { groupId: registers.groupIds.get('Tejelő csoport') ?? 0, kilograms: 610 },
    },
    { today, weeks },
    chance(11),
  )
  await talkAtRiverside(filling, companyId, { eszter: crew.managerId, bence })
}
