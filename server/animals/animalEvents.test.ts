import { expect, test } from 'vitest'
import { animalEvents, groupEvents } from '#shared/animal-events/contract.ts'
import type { DetailsOf } from '#shared/animal-events/details.ts'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { locations } from '#shared/locations/contract.ts'
import { registerNames } from '#shared/subjects/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { publishedForm } from '../test/forms.ts'
import { company } from '../test/people.ts'
import { begin } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'

const dayFromNow = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10)
const [today, yesterday, tomorrow, lately] = [dayFromNow(0), dayFromNow(-1), dayFromNow(2), dayFromNow(-10)]

async function farm() {
  const its = await company()
  const [boss, hand] = [await its.manager(), await its.worker()]
  const daisy = await boss.call(animals.create, { name: 'Daisy', species: 'cattle' })
  return { its, boss, hand, daisy }
}
const weighed = { type: 'weight', kilograms: 612.5 } as const

test('a worker records what happened to an animal, mends it, and leaves what others recorded alone', async () => {
  const { boss, hand, daisy } = await farm()
  const made = await hand.call(animalEvents.create, { id: daisy.id, day: yesterday, details: weighed, note: 'Scales' })
  expect(made).toMatchObject({ animal_id: daisy.id, state: 'done', details: weighed, day: yesterday, note: 'Scales' })

  const heavier = { type: 'weight', kilograms: 615 } as const
  expect(await hand.call(animalEvents.update, { id: made.id, revision: 1, details: heavier })).toMatchObject({
    details: heavier,
    note: 'Scales',
    revision: 2,
  })
  expect(await hand.refused(animalEvents.update, { id: made.id, revision: 1, note: 'Old' })).toMatchObject({
    status: 409,
    code: 'stale_revision',
  })
  const other = await boss.call(animalEvents.create, { id: daisy.id, day: today, details: { type: 'observation' } })
  expect(await hand.refused(animalEvents.update, { id: other.id, note: 'Mine' })).toMatchObject({ status: 403 })
  expect(await hand.refused(animalEvents.remove, { id: other.id })).toMatchObject({ status: 403 })

  const history = async (more = {}) =>
    (await hand.call(animalEvents.list, { id: daisy.id, ...more })).data.map(({ id }) => id)
  expect(await history()).toEqual([other.id, made.id])
  expect(await history({ type: 'weight' })).toEqual([made.id])
  await hand.call(animalEvents.remove, { id: made.id })
  expect(await history()).toEqual([other.id])
  expect(await history({ archived: true })).toEqual([made.id])
  await hand.call(animalEvents.restore, { id: made.id })
  expect(await history()).toEqual([other.id, made.id])
  const log = await boss.call(auditLog.list, {})
  expect(log.data.map(({ action, subject_type }) => subject_type === 'AnimalEvent' && action).filter(Boolean)).toEqual([
    'entry.restored',
    'entry.archived',
    'entry.created',
    'entry.updated',
    'entry.created',
  ])
})

test('a future move is planned, and a planned one takes effect', async () => {
  const { hand, daisy } = await farm()
  const dry = { id: daisy.id, day: tomorrow, details: { type: 'dry_off' } } as const
  expect(await hand.refused(animalEvents.create, dry)).toMatchObject({
    status: 422,
    errors: { day: [expect.stringContaining('in the future')] },
  })
  const plan = await hand.call(animalEvents.create, { ...dry, state: 'pending' })
  expect(plan.state).toBe('pending')
  expect(await hand.call(animalEvents.update, { id: plan.id, state: 'done', day: today })).toMatchObject({
    state: 'done',
    day: today,
  })
})

test('the group of an animal follows from its history, whenever it is written', async () => {
  const { boss, hand, daisy } = await farm()
  const [calves, heifers] = [
    await boss.call(animalGroups.create, { name: 'Calves' }),
    await boss.call(animalGroups.create, { name: 'Heifers' }),
  ]
  const group = async () => (await boss.call(animals.get, { id: daisy.id })).animal_group_id
  const join = (joined_group_id: number, day: string) =>
    hand.call(animalEvents.create, { id: daisy.id, day, joined_group_id, details: { type: 'join_group' } })

  const joined = await join(heifers.id, yesterday)
  expect(await group()).toBe(heifers.id)
  // What was forgotten then changes nothing of now.
  await join(calves.id, lately)
  expect(await group()).toBe(heifers.id)
  await boss.call(animalEvents.remove, { id: joined.id })
  expect(await group()).toBe(calves.id)
  await boss.call(animalEvents.restore, { id: joined.id })
  expect(await group()).toBe(heifers.id)

  await boss.call(animals.update, { id: daisy.id, animal_group_id: null })
  const [last] = (await boss.call(animalEvents.list, { id: daisy.id })).data
  expect(last).toMatchObject({ details: { type: 'leave_group' }, day: today })
  await boss.call(animals.update, { id: daisy.id, name: 'Daisy II' })
  expect((await boss.call(animalEvents.list, { id: daisy.id })).meta.total).toBe(3)
  expect(
    await hand.refused(animalEvents.create, { id: daisy.id, day: today, details: { type: 'join_group' } }),
  ).toMatchObject({ status: 422, errors: { joined_group_id: [expect.any(String)] } })
})

test('a whole group moves in one act, and is listed there', async () => {
  const { boss, hand } = await farm()
  const [barn, paddock] = [
    await boss.call(locations.create, { name: 'Barn', type: 'barn' }),
    await boss.call(locations.create, { name: 'Paddock', type: 'paddock' }),
  ]
  const herd = await boss.call(animalGroups.create, { name: 'Herd', location_id: barn.id })
  const moved = await hand.call(groupEvents.move, { id: herd.id, location_id: paddock.id, day: today })
  expect(moved).toMatchObject({ animal_group_id: herd.id, location_name: 'Paddock', details: { type: 'move' } })
  expect(await boss.call(animalGroups.get, { id: herd.id })).toMatchObject({ location_id: paddock.id })
  const [last, before] = (await hand.call(groupEvents.list, { id: herd.id })).data
  expect(last).toEqual(moved)
  // Where it was put when it was added is the beginning of its history.
  expect(before).toMatchObject({ location_name: 'Barn', details: { type: 'move' } })
})

test('a treatment withholds what it names, and while meat is withheld nothing goes to slaughter', async () => {
  const { boss, hand, daisy } = await farm()
  const until = dayFromNow(12)
  const details: DetailsOf<'treatment'> = {
    type: 'treatment',
    medicine: 'Penicillin',
    withdrawals: [
      { product: 'meat', until },
      { product: 'milk', until: yesterday },
    ],
  }
  const treatment = await hand.call(animalEvents.create, { id: daisy.id, day: lately, details })
  const held = async () => (await hand.call(animalEvents.withholds, { id: daisy.id })).map(({ product }) => product)
  // That of milk is over.
  expect(await held()).toEqual(['meat'])

  const slaughter = { id: daisy.id, day: today, details: { type: 'departure', reason: 'slaughter' } } as const
  expect(await hand.refused(animalEvents.create, slaughter)).toMatchObject({
    status: 422,
    errors: {
      day: [
        expect.stringContaining(`withdrawal period until ${formatsOf('en', 'UTC').date(until)} (after a treatment)`),
      ],
    },
  })
  expect(await hand.refused(animalEvents.create, slaughter, { lang: 'hu' })).toMatchObject({
    errors: { day: [expect.stringContaining(formatsOf('hu', 'UTC').date(until))] },
  })
  // Nor is it eaten at home; as a carcass it is taken away.
  const death = (disposal: 'consumption' | 'approved_service') =>
    ({ id: daisy.id, day: today, state: 'pending', details: { type: 'death', disposal } }) as const
  expect(await hand.refused(animalEvents.create, death('consumption'))).toMatchObject({
    status: 422,
    errors: { day: [expect.stringContaining('withdrawal period until')] },
  })
  await hand.call(animalEvents.create, death('approved_service'))
  // Planned for the day after the last one it is well, and a sale goes on.
  await hand.call(animalEvents.create, { ...slaughter, state: 'pending', day: dayFromNow(13) })
  expect(await hand.refused(animalEvents.create, { ...slaughter, state: 'pending', day: until })).toMatchObject({
    status: 422,
  })
  await hand.call(animalEvents.create, { ...slaughter, details: { type: 'departure', reason: 'sale' } })

  await hand.call(animalEvents.update, { id: treatment.id, details: { ...details, withdrawals: [] } })
  expect(await held()).toEqual([])
  await hand.call(animalEvents.update, { id: treatment.id, details })
  expect(await held()).toEqual(['meat'])
  const [row] = await hand.call(animalEvents.withholds, { id: daisy.id })
  expect(await boss.refused(animalEvents.endWithhold, { id: row?.id ?? 0 })).toMatchObject({ status: 422 })
  await hand.call(animalEvents.remove, { id: treatment.id })
  expect(await held()).toEqual([])
})

test('a withdrawal that ends before its treatment is refused', async () => {
  const { hand, daisy } = await farm()
  const treated = (until: string) => ({
    ...{ id: daisy.id, day: yesterday },
    details: { type: 'treatment' as const, medicine: 'Penicillin', withdrawals: [{ product: 'meat' as const, until }] },
  })
  expect(await hand.refused(animalEvents.create, treated(lately))).toMatchObject({
    status: 422,
    errors: { 'details.withdrawals.0.until': [expect.any(String)] },
  })
  expect(await hand.call(animalEvents.create, treated(yesterday))).toMatchObject({ day: yesterday })
})

test('a treatment and a departure to slaughter at once are not both taken', async () => {
  const { boss } = await farm()
  for (let round = 0; round < 6; round++) {
    const cow = await boss.call(animals.create, { name: `Cow ${round}`, species: 'cattle' })
    const treatment = { type: 'treatment', medicine: 'Penicillin', withdrawals: [{ product: 'meat', until: tomorrow }] }
    const answers = await Promise.all(
      [treatment, { type: 'departure', reason: 'slaughter' }].map(details =>
        boss.send(animalEvents.create, { id: cow.id, day: today, details }),
      ),
    )
    const [treated, left] = answers.map(({ statusCode }) => statusCode)
    expect(treated).toBe(201)
    // The one that came first was taken before anything was withheld.
    const order = (await boss.call(animalEvents.list, { id: cow.id })).data.map(({ details }) => details.type)
    if (left === 201) expect(order).toEqual(['treatment', 'departure'])
  }
})

test('an animal that leaves its group is in none', async () => {
  const { boss, hand, daisy } = await farm()
  const group = await boss.call(animalGroups.create, { name: 'Cows' })
  await boss.call(animals.update, { id: daisy.id, animal_group_id: group.id })
  await hand.call(animalEvents.create, { id: daisy.id, day: today, details: { type: 'leave_group' } })
  expect(await boss.call(animals.get, { id: daisy.id })).toMatchObject({ animal_group_id: null })
})

test('an animal leaves no group on a day on which it was in none', async () => {
  const { boss, hand, daisy } = await farm()
  const group = await boss.call(animalGroups.create, { name: 'Cows' })
  await boss.call(animals.update, { id: daisy.id, animal_group_id: group.id })
  const leaving = { id: daisy.id, day: yesterday, details: { type: 'leave_group' } } as const
  const refused = await hand.send(animalEvents.create, leaving)
  expect([refused.statusCode, JSON.parse(refused.body).errors]).toMatchObject([
    422,
    { day: ['The animal was in no group on this day.'] },
  ])
  const left = await hand.call(animalEvents.create, { ...leaving, day: today })
  expect((await hand.send(animalEvents.update, { id: left.id, day: yesterday })).statusCode).toBe(422)
  // A note may follow, though it is in no group any more.
  await hand.call(animalEvents.update, { id: left.id, note: 'Sold next week' })
  expect(await boss.call(animals.get, { id: daisy.id })).toMatchObject({ animal_group_id: null })
})

test('a withdrawal of an animal is said on forms, tasks and lists of names', async () => {
  const { boss, hand, daisy } = await farm()
  await hand.call(animalEvents.withhold, { id: daisy.id, cause: 'residue', product: 'milk', until: tomorrow })
  const subjects = [{ type: 'animal' as const, id: daisy.id, name: daisy.name }]
  const begun = await begin(hand, await publishedForm(boss), { subjects })
  const task = await sendTask(boss, hand, { title: 'Look at her', subjects })
  // The cards of messages read these two.
  for (const about of [
    (await hand.call(submissions.get, { id: begun.id })).subjects,
    (await hand.call(tasks.getSent, { id: task.id })).subjects,
  ])
    expect(about).toMatchObject([{ id: daisy.id, withheld_until: tomorrow }])
  const { rows } = JSON.parse((await hand.send(registerNames.stream, { type: 'animal' })).body)
  expect(rows.find(([id]: [number]) => id === daisy.id)?.[5]).toBe(tomorrow)
})

test('a withdrawal of a group holds for its animals, and of an animal for the group’s slaughter', async () => {
  const { boss, hand, daisy } = await farm()
  const herd = await boss.call(animalGroups.create, { name: 'Herd' })
  await boss.call(animals.update, { id: daisy.id, animal_group_id: herd.id })
  const set = { cause: 'residue', product: 'milk', until: tomorrow } as const
  const milk = await hand.call(groupEvents.withhold, { id: herd.id, ...set })
  expect(await hand.call(animalEvents.withholds, { id: daisy.id })).toEqual([milk])
  await hand.call(animalEvents.withhold, { id: daisy.id, ...set, product: 'meat' })
  expect(await hand.call(groupEvents.withholds, { id: herd.id })).toEqual([milk])
  expect(
    await hand.refused(groupEvents.create, {
      id: herd.id,
      day: today,
      head_count: 12,
      details: { type: 'departure', reason: 'slaughter' },
    }),
  ).toMatchObject({ status: 422 })
  await boss.call(animalEvents.endWithhold, { id: milk.id })
  expect(await hand.call(groupEvents.withholds, { id: herd.id })).toEqual([])
})

test('withheld milk is not sold, with the reason; treating one cow withholds the herd’s milk', async () => {
  const { boss, hand, daisy } = await farm()
  const herd = await boss.call(animalGroups.create, { name: 'Herd' })
  await boss.call(animals.update, { id: daisy.id, animal_group_id: herd.id })
  const sale = (product: 'milk' | 'eggs') => ({ day: today, details: { type: 'product_sale' as const, product } })
  const until = tomorrow
  const ofDaisy = await hand.call(animalEvents.withhold, { id: daisy.id, cause: 'colostrum', product: 'milk', until })
  expect(await hand.refused(animalEvents.create, { id: daisy.id, ...sale('milk') })).toMatchObject({
    status: 422,
    errors: {
      day: [
        `Milk: withdrawal period until ${formatsOf('en', 'UTC').date(until)} (colostrum). Do not sell it before that.`,
      ],
    },
  })
  expect(await hand.refused(animalEvents.create, { id: daisy.id, ...sale('milk') }, { lang: 'fr' })).toMatchObject({
    errors: { day: [expect.stringMatching(/^Lait\u202f: délai d’attente/)] },
  })
  await hand.call(animalEvents.create, { id: daisy.id, ...sale('eggs') })
  await hand.call(groupEvents.create, { id: herd.id, head_count: 12, ...sale('milk') })
  // What is said of the whole herd holds for each of it.
  await boss.call(animalEvents.endWithhold, { id: ofDaisy.id })
  await hand.call(groupEvents.withhold, { id: herd.id, cause: 'residue', product: 'milk', until })
  for (const refused of [
    await hand.refused(groupEvents.create, { id: herd.id, ...sale('milk') }),
    await hand.refused(animalEvents.create, { id: daisy.id, ...sale('milk') }),
  ])
    expect(refused).toMatchObject({ status: 422, errors: { day: [expect.stringContaining('residues found')] } })
  const { data } = await boss.call(groupEvents.list, { id: herd.id, type: 'product_sale' })
  expect(data).toMatchObject([{ details: { product: 'milk' }, head_count: 12 }])
})

test('a withdrawal by hand keeps its days after somebody ended it', async () => {
  const { boss, hand, daisy } = await farm()
  const set = { id: daisy.id, cause: 'residue', product: 'milk', since: lately, until: tomorrow } as const
  const milk = await hand.call(animalEvents.withhold, set)
  const on = (day?: string) => hand.call(animalEvents.withholds, { id: daisy.id, on: day })
  expect(await on()).toEqual([milk])
  await boss.call(animalEvents.endWithhold, { id: milk.id })
  expect(await on()).toEqual([])
  expect(await on(yesterday)).toEqual([milk])
  expect(await on(dayFromNow(-11))).toEqual([])
  expect(await hand.refused(animalEvents.withhold, { ...set, since: dayFromNow(3) })).toMatchObject({
    status: 422,
    errors: { until: [expect.any(String)] },
  })
})

test('an animal treated with its group is not sent to slaughter out of another one', async () => {
  const { boss, hand, daisy } = await farm()
  const [sick, sound] = [
    await boss.call(animalGroups.create, { name: 'Sick' }),
    await boss.call(animalGroups.create, { name: 'Sound' }),
  ]
  const join = { id: daisy.id, details: { type: 'join_group' } } as const
  await hand.call(animalEvents.create, { ...join, day: lately, joined_group_id: sick.id })
  const withdrawals: DetailsOf<'treatment'>['withdrawals'] = [{ product: 'meat', until: tomorrow }]
  const details: DetailsOf<'treatment'> = { type: 'treatment', medicine: 'Penicillin', withdrawals }
  await hand.call(groupEvents.create, { id: sick.id, day: yesterday, details })
  await hand.call(animalEvents.create, { ...join, day: today, joined_group_id: sound.id })

  // So it is shown wherever the animal is named, and of the group that was treated.
  expect(await boss.call(animals.get, { id: daisy.id })).toMatchObject({ withheld_until: tomorrow })
  expect(await boss.call(animalGroups.get, { id: sick.id })).toMatchObject({ withheld_until: tomorrow })
  expect(await boss.call(animalGroups.get, { id: sound.id })).toMatchObject({ withheld_until: null })
  const slaughter = { day: today, details: { type: 'departure', reason: 'slaughter' } } as const
  const refusal = { status: 422, errors: { day: [expect.stringContaining('withdrawal period')] } }
  expect(await hand.refused(animalEvents.create, { ...slaughter, id: daisy.id })).toMatchObject(refusal)
  expect(await hand.refused(groupEvents.create, { ...slaughter, id: sound.id, head_count: 1 })).toMatchObject(refusal)
})

test('a group is counted on the days of its past, a week or a month apart', async () => {
  const { boss, hand, daisy } = await farm()
  const herd = await boss.call(animalGroups.create, { name: 'Herd' })
  const day = dayFromNow(-20)
  await hand.call(animalEvents.create, {
    ...{ id: daisy.id, day, joined_group_id: herd.id },
    details: { type: 'join_group' },
  })
  await hand.call(groupEvents.create, { id: herd.id, day: lately, head_count: 4, details: { type: 'arrival' } })
  const weeks = await hand.call(groupEvents.counts, { id: herd.id })
  expect(weeks).toHaveLength(13)
  expect(weeks.slice(-5).map(({ head_count }) => head_count)).toEqual([0, 0, 1, 5, 5])
  expect(weeks.at(-1)?.on).toBe(today)
  expect((await hand.call(groupEvents.counts, { id: herd.id, apart: 'month' })).at(-2)?.head_count).toBe(0)
})

test('a batch is counted, comes and goes by number, and is divided by sex as far as that is known', async () => {
  const { boss, hand } = await farm()
  const hens = await boss.call(animals.create, { name: 'Hens', species: 'chicken', kind: 'batch', head_count: 100 })
  expect(hens).toMatchObject({ kind: 'batch', head_count: 100, life_status: 'alive' })
  const count = { type: 'count', by_sex: { female: 80, male: 15 } } as const
  await hand.call(animalEvents.create, { id: hens.id, day: today, head_count: 98, details: count })
  const died = { id: hens.id, day: today, details: { type: 'death', sex: 'female' } } as const
  expect(await hand.refused(animalEvents.create, died)).toMatchObject({
    status: 422,
    errors: { head_count: [expect.any(String)] },
  })
  await hand.call(animalEvents.create, { ...died, head_count: 2 })
  expect(await boss.call(animals.get, { id: hens.id })).toMatchObject({ head_count: 96, life_status: 'alive' })
  expect(await hand.call(animalEvents.standing, { id: hens.id })).toMatchObject({
    head_count: 96,
    by_sex: { female: 78, male: 15, unknown: 3 },
  })
  expect(
    await hand.refused(animalEvents.create, { id: hens.id, day: today, head_count: 90, details: count }),
  ).toMatchObject({ status: 422, errors: { 'details.by_sex': [expect.any(String)] } })
  expect(await boss.refused(animals.update, { id: hens.id, kind: 'individual' })).toMatchObject({ status: 422 })
  expect(await boss.refused(animals.create, { name: 'Ewe', species: 'sheep', head_count: 3 })).toMatchObject({
    status: 422,
    errors: { head_count: [expect.any(String)] },
  })
})

test('another company reads and writes nothing of it, and a guest neither', async () => {
  const { its, boss, hand, daisy } = await farm()
  const event = await hand.call(animalEvents.create, { id: daisy.id, day: today, details: weighed })
  const place = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const other = await farm()
  for (const call of [animalEvents.list, animalEvents.withholds])
    expect(await other.boss.refused(call, { id: daisy.id })).toMatchObject({ status: 404 })
  for (const call of [animalEvents.update, animalEvents.remove, animalEvents.restore])
    expect(await other.boss.refused(call, { id: event.id })).toMatchObject({ status: 404 })
  expect(
    await other.hand.refused(animalEvents.create, {
      id: other.daisy.id,
      day: today,
      location_id: place.id,
      details: { type: 'move' },
    }),
  ).toMatchObject({ status: 422, errors: { location_id: [expect.any(String)] } })
  const guest = await its.guest()
  expect(await guest.refused(animalEvents.list, { id: daisy.id })).toMatchObject({ status: 403 })
})

test('the calendar gets the ends of readable records, and none that were ended before', async () => {
  const { boss, hand, daisy } = await farm()
  const flock = await boss.call(animalGroups.create, { name: 'Flock' })
  const [soon, later] = [dayFromNow(5), dayFromNow(40)]
  const held = { cause: 'treatment', product: 'milk' } as const
  await boss.call(animalEvents.withhold, { ...held, id: daisy.id, until: soon })
  await boss.call(groupEvents.withhold, { ...held, id: flock.id, product: 'eggs', until: soon })
  await boss.call(animalEvents.withhold, { ...held, id: daisy.id, until: later })
  const ended = await boss.call(animalEvents.withhold, { ...held, id: daisy.id, product: 'meat', until: soon })
  await boss.call(animalEvents.endWithhold, { id: ended.id })
  const days = { start_date: today, end_date: dayFromNow(7) }
  expect(await hand.call(animalEvents.ending, days)).toMatchObject([
    { name: 'Daisy', product: 'milk', until: soon },
    { name: 'Flock', product: 'eggs', until: soon },
  ])
  expect(await hand.call(animalEvents.ending, { ...days, animal_id: daisy.id })).toMatchObject([{ name: 'Daisy' }])
  await boss.call(animals.remove, { id: daisy.id })
  expect(await hand.call(animalEvents.ending, days)).toMatchObject([{ name: 'Flock' }])
  expect(await (await company()).manager().then(other => other.call(animalEvents.ending, days))).toEqual([])
})

test('medicines are proposed as they were used last for a species, with withdrawal in days', async () => {
  const [farm, other] = [await company(), await company()]
  const boss = await farm.manager()
  const cow = await boss.call(animals.create, { name: 'Clover', species: 'cattle' })
  const ewe = await boss.call(animals.create, { name: 'Woolly', species: 'sheep' })
  const treat = (id: number, day: string, more: object) =>
    boss.call(animalEvents.create, { id, day, details: { type: 'treatment', medicine: 'Penicillin', ...more } })
  await treat(cow.id, '2026-01-05', { dose: '10 ml' })
  await treat(cow.id, '2026-02-05', {
    ...{ dose: '20 ml', days: 3, veterinarian: 'Dr Kovács' },
    withdrawals: [{ product: 'meat', until: '2026-02-17' }],
  })
  const { id } = await treat(ewe.id, '2026-03-05', { dose: '5 ml' })
  const [last, former, ...rest] = await boss.call(animalEvents.medicines, {})
  expect(last).toMatchObject({ species: 'sheep', dose: '5 ml', withdrawals: [] })
  // Three days of treatment end on 7 February.
  expect(former).toMatchObject({ species: 'cattle', dose: '20 ml', days: 3, veterinarian: 'Dr Kovács' })
  expect(former?.withdrawals).toEqual([{ product: 'meat', days: 10 }])
  expect(rest).toEqual([])
  await boss.call(animalEvents.remove, { id })
  expect(await boss.call(animalEvents.medicines, {})).toHaveLength(1)
  expect(await (await other.manager()).call(animalEvents.medicines, {})).toEqual([])
  expect(await (await farm.guest()).refused(animalEvents.medicines, {})).toMatchObject({ status: 403 })
})

test('what the other holding counted is kept beside our own number, of groups and of single animals', async () => {
  const { boss, hand, daisy } = await farm()
  const herd = await boss.call(animalGroups.create, { name: 'Herd' })
  const arrived = await hand.call(groupEvents.create, {
    ...{ id: herd.id, day: lately, head_count: 38 },
    details: { type: 'arrival', other_holding: 'Hill Farm', document: 'P-17', sent_count: 40 },
  })
  expect(arrived.details).toMatchObject({ sent_count: 40, received_count: 38 })
  // Our number is the head count alone; a client cannot say another.
  const left = await hand.call(groupEvents.create, {
    ...{ id: herd.id, day: today, head_count: 10 },
    details: { type: 'departure', reason: 'sale', sent_count: 99 },
  })
  expect(left.details).toMatchObject({ sent_count: 10, received_count: null })
  // The receiver's number comes later.
  const confirmed = await hand.call(animalEvents.update, {
    ...{ id: left.id, revision: left.revision },
    details: { type: 'departure', reason: 'sale', received_count: 9 },
  })
  expect(confirmed.details).toMatchObject({ sent_count: 10, received_count: 9 })
  expect((await hand.call(groupEvents.standing, { id: herd.id })).head_count).toBe(28)
  const one = await hand.call(animalEvents.create, {
    ...{ id: daisy.id, day: today },
    details: { type: 'departure', reason: 'sale', sent_count: 12, received_count: 11 },
  })
  expect(one.details).toMatchObject({ sent_count: 12, received_count: 11 })
  const negative = { type: 'arrival', sent_count: -1 } as const
  expect(await hand.refused(animalEvents.create, { id: daisy.id, day: today, details: negative })).toMatchObject({
    status: 422,
    errors: { 'details.sent_count': [expect.any(String)] },
  })
})
