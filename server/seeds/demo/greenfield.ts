/** A mixed farm in English. */
import { eq } from 'drizzle-orm'
import { roles } from '#shared/lib/roles.ts'
import { dayAt, daysLater } from '../../lib/localDays.ts'
import { locations } from '../../locations/table.ts'
import { createReport } from '../../reports/commands.ts'
import { actAs, type Filling, type Person } from './acting.ts'
import { administerGreenfield, connectMilkRecorder } from './administration.ts'
import { seedAnimalChecks } from './animalChecks.ts'
import { seedAnimalEvents } from './animalEvents.ts'
import { answer } from './answers.ts'
import { seedCases } from './cases.ts'
import { addCertificates } from './certificates.ts'
import { chance, day, hour, morning, weeks } from './chance.ts'
import { seedDailyChecks } from './dailyChecks.ts'
import { seedGuides } from './guides.ts'
import { type Crew, publishTemplate, seedVisit } from './history.ts'
import { seedLogo } from './logo.ts'
import { seedOpenWork } from './openWork.ts'
import { type DemoPeople, idOf } from './people.ts'
import { seedAnimalPhotos, seedScans } from './pictures.ts'
import { seedPublicForm } from './publicForm.ts'
import { seedRegisters, seedResponsible } from './registers.ts'
import { seedCorrection, seedReview } from './reviews.ts'
import { talkAtGreenfield } from './talks.ts'
import { keepVehicleLog } from './vehicleLog.ts'
import { seedWeek } from './week.ts'

export async function fillGreenfield(filling: Filling, people: DemoPeople): Promise<void> {
  const { db, services, now } = filling
  const { storage } = services
  const dice = chance(20261120)
  const crew: Crew = {
    companyId: people.companyIds.greenfield,
    managerId: idOf(people, 'manager@greenfield.example'),
    workerIds: [idOf(people, 'worker@greenfield.example'), idOf(people, 'worker2@greenfield.example')],
    language: 'en',
    timeZone: 'Europe/London',
    now,
  }
  const [tom = 0, farid = 0] = crew.workerIds
  const ofGreenfield = { companyId: crew.companyId, locale: 'en' } as const
  const manager: Person = { ...ofGreenfield, userId: crew.managerId, roleId: roles.manager }
  const driver: Person = { ...ofGreenfield, userId: tom, roleId: roles.employee }
  const start = new Date(now.getTime() - weeks * 7 * day)
  const registers = await seedRegisters(filling, 'greenfield', manager, start, dice)
  const { locationIds, vehicleIds, groupIds } = registers
  const [lorry, trailer] = [vehicleIds.get('Stock lorry') ?? 0, vehicleIds.get('Stock trailer')]
  await addCertificates(filling, manager, start, { lorry, trailer, driver })
  const pictured = { companyId: crew.companyId, userId: crew.managerId }
  await seedScans(db, storage, pictured, now)
  await seedAnimalPhotos(db, storage, pictured, ['Bluebell', 'Clover', 'Daisy', 'Fern', 'Hazel', 'Iris'])
  await seedResponsible(db, locationIds, { 'Home farm': [crew.managerId], 'Barn 2': crew.workerIds })
  await keepVehicleLog(filling, { lorry, driver, manager, at: start })
  await seedLogo(db, storage, crew.companyId)
  const guideIds = await seedGuides(db, services, crew, start)
  const pens = await publishTemplate(db, crew, 'daily-pen-check', start)
  const cows = await publishTemplate(db, crew, 'dairy-cow-visit', start)
  const transport = await publishTemplate(db, crew, 'transport-pre-departure', start)
  const safety = await publishTemplate(db, crew, 'workplace-safety-walk', start, { reviewed_by: {} })
  await seedDailyChecks(db, storage, crew, pens, registers, ['Barn 1', 'Barn 2', 'Top paddock'], now)
  for (let week = weeks; week > 0; week -= 2) {
    const at = new Date(morning(now, week * 7 - 3).getTime() + 2 * hour)
    const state = 0.2 + (week / weeks) * 0.5
    await seedVisit(
      db,
      crew,
      {
        ...{ form: cows, userId: crew.managerId, at, state },
        answers: { ...answer(cows.definition, state, dice, crew.language, at), cows_present: { value: 52 } },
        subject: { animalGroupId: groupIds.get('Milking cows') ?? 0 },
      },
      dice,
    )
  }
  for (const [daysAgo, review] of [
    [70, 'approved'],
    [42, 'has_issues'],
    [14, 'received'],
  ] as const) {
    const userId = crew.workerIds[0] ?? 0
    const at = morning(now, daysAgo)
    const subject = { locationId: locationIds.get('Workshop') ?? 0 }
    const submissionId = await seedVisit(db, crew, { form: safety, userId, at, state: 0.35, subject, review }, dice)
    await seedReview(db, crew, { submissionId, userId, review, at })
    if (review === 'approved') await seedCorrection(db, crew, { submissionId, userId, at }, safety)
  }
  for (const daysAgo of [55, 20])
    await seedVisit(
      db,
      crew,
      {
        form: transport,
        userId: crew.workerIds[1] ?? 0,
        at: morning(now, daysAgo),
        state: 0.05,
        subject: { animalGroupId: groupIds.get('Ewes') ?? 0 },
        vehicle: { id: vehicleIds.get('Stock lorry') ?? 0, name: 'Stock lorry' },
      },
      dice,
    )
  await seedAnimalChecks(db, crew, start, now, dice)
  const today = dayAt(now, crew.timeZone)
  const until = (days: number) => daysLater(today, days)
  await seedAnimalEvents(
    db,
    crew,
    {
      treated: {
        name: 'Clover',
        note: 'Left hind claw. Block on the sound claw.',
        details: {
          ...{ type: 'treatment', diagnosis: 'Sole ulcer', medicine: 'Ceftiofur 50 mg/ml', dose: '12 ml' },
          ...{ batch: 'C-4471', days: 3, veterinarian: 'Dr Vidal' },
          withdrawals: [
            { product: 'meat', until: until(7) },
            { product: 'milk', until: until(2) },
          ],
        },
      },
      vaccinated: { groupId: groupIds.get('Ewes') ?? 0, medicine: 'Heptavac-P Plus' },
      weighed: { groupId: groupIds.get('Milking cows') ?? 0, kilograms: 640 },
    },
    { today, weeks },
    dice,
  )
  await seedOpenWork(db, crew, { pens, safety, cows }, registers, guideIds.get('welfare'), now)
  await seedPublicForm(db, crew, { id: locationIds.get('Barn 1') ?? 0, name: 'Barn 1' }, start)
  for (const report of [
    {
      name: 'Pens and paddocks',
      description: 'How the daily checks come out, place by place. For the meeting on Monday.',
      formIds: [pens.id],
      groupBy: 'location',
      forEverybody: true,
    },
    {
      name: 'Lame and thin cows',
      description: 'What the visits to the milking herd found, and how sure that is.',
      formIds: [cows.id],
      groupBy: 'animal_group',
      parts: ['trend', 'prevalence', 'heat_map', 'distribution', 'findings'],
    },
    {
      name: 'Home farm and Hill ground',
      description: 'How the two sites compare.',
      formIds: [],
      groupBy: 'site',
      forEverybody: true,
    },
    {
      name: 'All forms, by person',
      description: 'Who looked at what, and whether tasks were done in time.',
      formIds: [],
      groupBy: 'person',
      parts: ['trend', 'comparison', 'findings', 'completion', 'registers', 'photos'],
    },
  ] satisfies Parameters<typeof createReport>[0][])
    await actAs(filling, manager, start, ctx => createReport(report, ctx))
  const { herdLead } = await administerGreenfield(db, crew, pens.id, now)
  const place = (name: string) => ({ locationId: locationIds.get(name) ?? 0 })
  await db
    .update(locations)
    .set({ responsibleId: herdLead })
    .where(eq(locations.id, place('Barn 2').locationId))
  await seedWeek(
    db,
    crew,
    {
      ...{ people: [herdLead], penCheck: pens.id, parlour: place('Milking parlour'), pens: place('Calf pens') },
      cows: { animalGroupId: groupIds.get('Milking cows') ?? 0 },
      vehicle: { vehicleId: vehicleIds.get('Pick-up') ?? 0 },
    },
    now,
  )
  await seedCases(db, crew, idOf(people, 'trust@greenfield.example'), start, now)
  await connectMilkRecorder(filling, manager)
  await talkAtGreenfield(filling, crew.companyId, { maya: crew.managerId, tom, farid })
}
