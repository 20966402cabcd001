/** Fills in the demo companies: a mixed farm in English and a dairy in Hungarian, twelve weeks into using tend. */
import { eq } from 'drizzle-orm'
import type { Database } from '../../lib/db/pools.ts'
import type { Storage } from '../../lib/files/storage.ts'
import { dayAt, daysLater } from '../../lib/localDays.ts'
import type { Services } from '../../lib/services.ts'
import { locations } from '../../locations/table.ts'
import { sealUnsealed } from '../../submissions/sealed/earlier.ts'
import { administerGreenfield, administerRiverside } from './administration.ts'
import { seedAnimalChecks } from './animalChecks.ts'
import { seedAnimalEvents } from './animalEvents.ts'
import { answer } from './answers.ts'
import { seedCases } from './cases.ts'
import { chance } from './chance.ts'
import { seedGuides } from './guides.ts'
import { type Crew, publishTemplate, type SeededForm, seedTask, seedVisit } from './history.ts'
import { seedLogo } from './logo.ts'
import { seedPapers } from './papers.ts'
import { type DemoPeople, seedPeople } from './people.ts'
import { seedAnimalPhotos, seedScans } from './pictures.ts'
import { seedPublicForm } from './publicForm.ts'
import { type Registers, seedRegisters, seedResponsible } from './registers.ts'
import { seedReports } from './reports.ts'
import { seedCorrection, seedReview } from './reviews.ts'
import { talkAtGreenfield, talkAtRiverside } from './talks.ts'
import { seedVehicleLog } from './vehicleLog.ts'
import { seedWeek } from './week.ts'

const hour = 3600_000
const day = 24 * hour
const weeks = 12
/** The latest checks have photos; one for each day of twelve weeks would only make the first start slow. */
const photoDays = 6

/** Writes the demo into an empty database. All that is needed for it is loaded at a first start alone. */
export async function fillDemo(db: Database, services: Services, password: string): Promise<void> {
  const now = new Date()
  const people = await seedPeople(db, password, now)
  await fillGreenfield(db, services, people, now)
  await fillRiverside(db, services, people, now)
  while ((await sealUnsealed({ db, now: new Date(), signing: services.signing })) > 0);
}

const idOf = ({ userIds }: DemoPeople, email: string) => userIds.get(email) ?? 0

async function fillGreenfield(db: Database, services: Services, people: DemoPeople, now: Date): Promise<void> {
  const { storage } = services
  const dice = chance(20261120)
  const crew: Crew = {
    companyId: people.companyIds.greenfield,
    managerId: idOf(people, 'manager@greenfield.example'),
    workerIds: [idOf(people, 'worker@greenfield.example'), idOf(people, 'worker2@greenfield.example')],
    language: 'en',
    timeZone: 'Europe/London',
  }
  const registers = await seedRegisters(db, 'greenfield', crew.companyId, dice)
  const { locationIds, vehicleIds, groupIds } = registers
  const driven = { lorry: vehicleIds.get('Stock lorry'), trailer: vehicleIds.get('Stock trailer') }
  await seedPapers(db, crew.companyId, { ...driven, driver: crew.workerIds[0] })
  const pictured = { companyId: crew.companyId, userId: crew.managerId }
  await seedScans(db, storage, pictured)
  await seedAnimalPhotos(db, storage, pictured, ['Bluebell', 'Clover', 'Daisy', 'Fern', 'Hazel', 'Iris'])
  await seedResponsible(db, locationIds, { 'Home farm': [crew.managerId], 'Barn 2': crew.workerIds })
  await seedVehicleLog(db, crew.companyId, { ...driven, driver: crew.workerIds[0], manager: crew.managerId })
  const start = new Date(now.getTime() - weeks * 7 * day)
  await seedLogo(db, storage, crew.companyId)
  const guideIds = await seedGuides(db, storage, crew, start)
  const pens = await publishTemplate(db, crew, 'daily-pen-check', start)
  const cows = await publishTemplate(db, crew, 'dairy-cow-visit', start)
  const transport = await publishTemplate(db, crew, 'transport-pre-departure', start)
  const safety = await publishTemplate(db, crew, 'workplace-safety-walk', start, { reviewed_by: {} })
  await seedDailyChecks(db, storage, crew, pens, registers, ['Barn 1', 'Barn 2', 'Top paddock'], now)
  for (let week = weeks; week > 0; week -= 2)
    await seedVisit(
      db,
      crew,
      {
        form: cows,
        userId: crew.managerId,
        at: new Date(morning(now, week * 7 - 3).getTime() + 2 * hour),
        state: 0.2 + (week / weeks) * 0.5,
        answers: {
          ...answer(cows.definition, 0.2 + (week / weeks) * 0.5, dice, crew.language),
          cows_present: { value: 52 },
        },
        subject: { animalGroupId: groupIds.get('Milking cows') ?? 0 },
      },
      dice,
    )
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
  await seedReports(db, crew, start, [
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
      name: 'All forms, by person',
      description: 'Who looked at what, and whether tasks were done in time.',
      formIds: [],
      groupBy: 'person',
      parts: ['trend', 'comparison', 'findings', 'completion', 'registers', 'photos'],
    },
  ])
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
  const [tom = 0, farid = 0] = crew.workerIds
  await talkAtGreenfield({ db, services, now }, crew.companyId, { maya: crew.managerId, tom, farid })
}

/** What waits for the people of the farm today. */
async function seedOpenWork(
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
    title: 'Mend the gate at the loading ramp',
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

async function fillRiverside(db: Database, services: Services, people: DemoPeople, now: Date): Promise<void> {
  const { storage } = services
  const crew: Crew = {
    companyId: people.companyIds.riverside,
    managerId: idOf(people, 'manager@riverside.example'),
    workerIds: [idOf(people, 'worker@riverside.example')],
    language: 'hu',
    timeZone: 'Europe/Budapest',
  }
  const registers = await seedRegisters(db, 'riverside', crew.companyId, chance(7))
  const pens = await publishTemplate(db, crew, 'daily-pen-check', new Date(now.getTime() - weeks * 7 * day))
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
  await talkAtRiverside({ db, services, now }, crew.companyId, { eszter: crew.managerId, bence })
}

/** One check a day and place; things get better over the weeks, with a bad spell in the middle. */
async function seedDailyChecks(
  db: Database,
  storage: Storage,
  crew: Crew,
  form: SeededForm,
  { locationIds }: Registers,
  names: string[],
  now: Date,
): Promise<void> {
  const dice = chance(crew.companyId + 31)
  for (let daysAgo = weeks * 7; daysAgo >= 1; daysAgo--)
    for (const [index, name] of names.entries()) {
      if (daysAgo % names.length !== index) continue
      const spell = daysAgo > 38 && daysAgo < 50 ? 0.35 : 0
      const state = 0.1 + (daysAgo / (weeks * 7)) * 0.3 + spell
      const at = new Date(morning(now, daysAgo).getTime() + dice.between(0, 50) * 60_000)
      const subject = { locationId: locationIds.get(name) ?? 0 }
      const photoStore = daysAgo <= photoDays ? { photoStore: storage } : {}
      await seedVisit(
        db,
        crew,
        {
          form,
          userId: crew.workerIds[Math.floor(daysAgo / 2) % crew.workerIds.length] ?? crew.managerId,
          at,
          state,
          subject,
          ...photoStore,
        },
        dice,
      )
    }
}

/** About seven in the morning, some days ago. */
function morning(now: Date, daysAgo: number): Date {
  const at = new Date(now.getTime() - daysAgo * day)
  at.setUTCHours(6, 10, 0, 0)
  return at
}
