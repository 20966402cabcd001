/** A haulier of livestock in German, twelve weeks of whose work was entered by the calls that people use. */
import type { LocalizedText } from '#shared/lib/fields.ts'
import { roles } from '#shared/lib/roles.ts'
import { createCertificate } from '../../certificates/module.ts'
import { dayAt, daysLater } from '../../lib/localDays.ts'
import { createLocation } from '../../locations/module.ts'
import { createReport } from '../../reports/commands.ts'
import { createTask } from '../../tasks/assign.ts'
import { createLogEvent, keepMaintenancePlan } from '../../vehicle-log/module.ts'
import { createVehicle } from '../../vehicles/module.ts'
import { actAs, type Filling, fillIn, type Person, takeTemplate } from './acting.ts'
import { chance, day, hour, morning, weeks } from './chance.ts'
import { closeOne, correct, correctOne, publishMustRead, readTheBell } from './companyWork.ts'
import { type DemoPeople, idOf } from './people.ts'
import { talkAtKramer } from './talks.ts'

export async function fillKramer(filling: Filling, people: DemoPeople): Promise<void> {
  const { now } = filling
  const dice = chance(20261203)
  const ofKramer = { companyId: people.companyIds.kramer, locale: 'de' } as const
  const heike: Person = { ...ofKramer, userId: idOf(people, 'manager@kramer.example'), roleId: roles.manager }
  const jonas: Person = { ...ofKramer, userId: idOf(people, 'worker@kramer.example'), roleId: roles.employee }
  const start = new Date(now.getTime() - weeks * 7 * day)
  const asHeike = <T>(at: Date, work: Parameters<typeof actAs<T>>[3]) => actAs(filling, heike, at, work)

  const yard = await asHeike(start, ctx =>
    createLocation({ name: 'Betriebshof', type: 'site', alsoResponsibleIds: [heike.userId] }, ctx),
  )
  await asHeike(start, ctx =>
    createLocation({ name: 'Waschplatz', type: 'other', parentId: yard.id, alsoResponsibleIds: [] }, ctx),
  )
  const lorry = await asHeike(start, ctx =>
    createVehicle(
      {
        ...{ name: 'Viehtransporter 1', type: 'lorry', plate: 'OL-KV 114', floorArea: 38.4 },
        ...{ make: 'MAN', model: 'TGX 26.510', modelYear: 2021 },
      },
      ctx,
    ),
  )
  const trailer = await asHeike(start, ctx =>
    createVehicle({ name: 'Viehanhänger 2', type: 'trailer', plate: 'OL-KV 219', floorArea: 16.8 }, ctx),
  )
  const dayOf = (at: Date) => dayAt(at, 'Europe/Berlin')
  const until = (days: number) => daysLater(dayOf(now), days)
  for (const certificate of [
    { vehicleId: lorry.id, kind: 'insurance', number: 'R+V 77-1204', issuer: 'R+V', validUntil: until(180) },
    { vehicleId: lorry.id, kind: 'inspection', number: 'HU 4471', issuer: 'TÜV Nord', validUntil: until(12) },
    { vehicleId: lorry.id, kind: 'transport_approval', ...approval, validUntil: until(24) },
    { vehicleId: trailer.id, kind: 'insurance', number: 'R+V 77-1205', issuer: 'R+V', validUntil: until(180) },
    { kind: 'transporter_type_2', number: 'T2 03-118', issuer: 'LAVES', validUntil: until(700) },
    { holderId: jonas.userId, kind: 'driver_competence', number: 'BN 2291', validUntil: until(400) },
  ] as const)
    await asHeike(start, ctx => createCertificate(certificate, ctx))
  await asHeike(start, ctx => keepMaintenancePlan({ vehicleId: lorry.id, ...oil }, ctx))

  const walk = await takeTemplate(filling, heike, start, 'vehicle-walk-round')
  const loading = await takeTemplate(filling, heike, start, 'transport-pre-departure')
  const journey = await takeTemplate(filling, heike, start, 'journey-and-arrival')
  const washing = await takeTemplate(filling, heike, start, 'vehicle-cleaning')
  await publishMustRead(filling, heike, start, { ...ramp, category: 'transport', readers: [jonas] })
  await publishMustRead(filling, heike, new Date(now.getTime() - 5 * day), {
    ...{ ...heat, category: 'transport', readers: [] },
  })

  const about = (vehicle: { id: number }) => [{ type: 'vehicle' as const, id: vehicle.id }]
  for (let week = weeks; week > 0; week--) {
    const state = 0.02 + (week / weeks) ** 2 * 0.98
    for (const [index, daysAgo] of [week * 7 - 1, week * 7 - 4].entries()) {
      const at = morning(now, daysAgo)
      const odometer = { value: 212_400 + (weeks - week) * 1_350 + index * 430 }
      const round = { form: walk, at, state, subjects: about(lorry), given: { odometer, kind: { value: 'trailer' } } }
      await fillIn(filling, jonas, round, dice)
      if (index === week % 2) await fillIn(filling, jonas, { ...round, subjects: about(trailer), given: {} }, dice)
      if (week > 1) await correct(filling, [heike, jonas], at, 'Erledigt und kontrolliert.', dice)
      await readTheBell(filling, [heike, jonas], at)
    }
    const at = morning(now, week * 7 - 2)
    const load = { animals_loaded: { value: 32 + dice.between(0, 8) }, journey_hours: { value: dice.between(3, 7) } }
    const hottest = { value: dice.between(8, 27) }
    await fillIn(
      filling,
      jonas,
      { form: loading, at, state: state / 2, subjects: about(lorry), given: { ...load, hottest } },
      dice,
    )
    const arrival = new Date(at.getTime() + 6 * hour)
    await fillIn(
      filling,
      jonas,
      { form: journey, at: arrival, state: 0, subjects: about(lorry), given: travelled(at, arrival) },
      dice,
    )
    if (week % 2 === 0)
      await fillIn(
        filling,
        jonas,
        {
          ...{ form: washing, at: new Date(arrival.getTime() + 2 * hour), state: state / 3, subjects: about(lorry) },
          ...{ given: washed(arrival), photos: ['before', 'after'] },
        },
        dice,
      )
    const kilometres = 212_400 + (weeks - week) * 1_350 + 1_100
    const driven = { kind: 'odometer' as const, day: dayOf(arrival), kilometres }
    await actAs(filling, jonas, arrival, ctx => createLogEvent({ id: lorry.id, ...driven }, ctx))
    if (week > 1) await correct(filling, [heike, jonas], arrival, 'Vor der nächsten Fahrt behoben.', dice)
    await readTheBell(filling, [heike, jonas], arrival)
  }
  const lately = morning(now, 1)
  await fillIn(filling, jonas, { form: walk, at: lately, state: 0, subjects: about(trailer), given: worn }, dice)
  const yesterday = new Date(now.getTime() - hour)
  await correctOne(filling, [heike, jonas], yesterday, 'lights', 'Birne gewechselt.')
  await closeOne(filling, heike, yesterday, 'belt_seat', 'War schon in der Werkstatt, Rechnung liegt vor.')
  for (const task of [
    { title: 'Waschnachweis vom Schlachthof abholen', priority: 'normal', dueAfter: 'P2D' },
    { title: 'Zulassung für lange Beförderungen verlängern', priority: 'high', dueAfter: 'P7D' },
  ] as const)
    await asHeike(yesterday, ctx =>
      createTask(ctx, { ...task, assignees: [{ user_id: jonas.userId }], subjects: about(lorry) }),
    )
  for (const [name, forms] of [
    ['Rundgang ums Fahrzeug', [walk.id]],
    ['Verladen und Ankunft', [loading.id, journey.id]],
  ] as const)
    await asHeike(start, ctx => createReport({ name, formIds: [...forms], forEverybody: true }, ctx))
  await talkAtKramer(filling, ofKramer.companyId, { heike: heike.userId, jonas: jonas.userId })
}

const approval = { journeyClass: 'over_8_hours', number: 'DE-NI 2023/88' } as const
const oil = { name: 'Öl und Filter', everyKilometres: 30_000, everyMonths: 12 }

/** What the last round found: one is corrected, one waits, one was known. */
const worn = {
  view: { value: 'no', note: 'Rechter Spiegel gesprungen.' },
  belt_seat: { value: 'no', note: 'Gurt rollt nicht auf.' },
  lights: { value: 'no', note: 'Bremslicht links geht nicht.' },
}

/** By the clock of the device, without its zone. */
const clockTime = (at: Date) => at.toISOString().slice(0, 16)

const text = (value: string) => ({ value })

const travelled = (from: Date, to: Date) => ({
  organiser: text('Heike Kramer, 0441 555 014'),
  in_charge: text('Jonas Vogt'),
  owner: text('Hof Brüning, Wardenburg'),
  departure_place: text('Wardenburg'),
  departure: text(clockTime(from)),
  destination: text('Schlachthof Cloppenburg'),
  ...{ planned_hours: { value: 5 }, loaded: { value: 34 }, stop: { value: [] } },
  arrived: text(clockTime(to)),
  ...{ hours_taken: { value: 6 }, unfit: { value: 0 }, injured: { value: 0 }, dead: { value: 0 } },
  receiver: text('Annahme Schlachthof'),
})

const washed = (at: Date) => ({
  started: text(clockTime(at)),
  place_cleaned: text('Waschplatz am Schlachthof'),
  product: text('Venno Vet 1, Charge 4410'),
  ...{ dilution: { value: 1 }, contact_minutes: { value: 60 } },
  next_load_from: text(clockTime(new Date(at.getTime() + 12 * hour))),
})

const ramp: { title: LocalizedText; body: LocalizedText } = {
  title: { en: 'Loading over the ramp', de: 'Verladen über die Rampe' },
  body: {
    en: 'Let down the ramp, close the side gates, and give the animals time. Nobody may be below a moving ramp.',
    de:
      'Rampe herunterlassen, Seitentore schließen und den Tieren Zeit geben. ' +
      'Niemand steht unter einer Rampe, die sich bewegt.',
  },
}

const heat: { title: LocalizedText; body: LocalizedText } = {
  title: { en: 'Hot days', de: 'Heiße Tage' },
  body: {
    en: 'Above 25 °C load early, leave more room, and do not stop in the sun. Above 30 °C ask Heike before you load.',
    de:
      'Über 25 °C früh verladen, mehr Platz lassen und nicht in der Sonne halten. ' +
      'Über 30 °C vor dem Verladen Heike fragen.',
  },
}
