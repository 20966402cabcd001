/** What a member sees and may do whose reach is part of the company, by the calls that everybody makes. */
import { expect, test } from 'vitest'
import { workers } from '#shared/accounts/workers.ts'
import { animalEvents } from '#shared/animal-events/contract.ts'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { findings } from '#shared/findings/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { search } from '#shared/search/contract.ts'
import { registersChannel } from '#shared/subjects/registry.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { animals as animalRows } from '../../animals/table.ts'
import { whoMay } from '../../companies/roleQueries.ts'
import { goodAnswers, lameAnswers, publishedForm } from '../forms.ts'
import { narrow, type Person, platform } from '../people.ts'
import { askFor, listener } from '../sockets.ts'
import { begin, complete } from '../submissions.ts'
import { sendTask } from '../tasks.ts'
import { about, sites } from './sites.ts'

const namesOf = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name).sort()
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id).sort((a, b) => a - b)
const everything = (who: Person) =>
  Promise.all([
    who.call(animals.list, {}),
    who.call(locations.list, {}),
    who.call(vehicles.list, {}),
    who.call(animalGroups.list, {}),
  ])

test('lists, rows and search show what stands at the site, with all below it', async () => {
  const { north, inside, outside, lorry } = await sites()
  const [beasts, places, cars] = await everything(north)
  expect(namesOf(beasts)).toEqual(['Cow North'])
  expect(namesOf(places)).toEqual(['Pen North', 'Site North'])
  expect([beasts.meta.total, places.meta.total, cars.meta.total]).toEqual([1, 2, 0])
  for (const [call, row] of [
    [animals.get, outside.cow],
    [locations.get, outside.pen],
    [vehicles.get, lorry],
  ] as const)
    expect(await north.refused(call, { id: row.id })).toMatchObject({ status: 404 })
  expect(await north.call(animals.get, { id: inside.cow.id })).toMatchObject({ name: 'Cow North' })
  const found = await north.call(search.find, { q: 'cow' })
  expect(JSON.stringify(found)).toContain('Cow North')
  expect(JSON.stringify(found)).not.toContain('South')
})

test('a search finds what stands at the site behind any number of matches elsewhere', async () => {
  const { farm, boss, north, inside, outside } = await sites()
  await platform(db =>
    db.insert(animalRows).values(
      Array.from({ length: 600 }, (_, at) => ({
        ...{
          companyId: farm.id,
          name: `Bella ${at}`,
          species: 'cattle' as const,
          sex: 'female' as const,
          locationId: outside.pen.id,
        },
      })),
    ),
  )
  const { id } = await boss.call(animals.create, {
    ...{ name: 'Little Bella of the north', species: 'cattle', location_id: inside.pen.id },
  })
  await Promise.all(
    Array.from({ length: 60 }, () =>
      boss.call(tasks.create, {
        ...{ title: 'Shear', assignees: [{ user_id: boss.id }], subjects: about('animal', outside.cow) },
      }),
    ),
  )
  const shear = await sendTask(boss, boss, { title: 'Shear them all', subjects: about('animal', inside.cow) })
  const found = async (q: string) => (await north.call(search.find, { q })).map(one => [one.kind, one.id])
  expect(await found('bella')).toEqual([['animal', id]])
  expect(await found('shear')).toEqual([['task', shear.task_id]])
  expect(namesOf(await north.call(animals.list, { search: 'bella' }))).toEqual(['Little Bella of the north'])
})

test('an animal that moves out is gone from then on, and one that moves in is there', async () => {
  const { boss, north, inside, outside } = await sites()
  const move = (cow: { id: number }, pen: { id: number }) =>
    boss.call(animals.update, { id: cow.id, location_id: pen.id } as never)
  await move(inside.cow, outside.pen)
  expect(await north.refused(animals.get, { id: inside.cow.id })).toMatchObject({ status: 404 })
  await move(outside.cow, inside.pen)
  expect(namesOf(await north.call(animals.list, {}))).toEqual(['Cow South'])
})

test('an animal that died at the site stays to be seen there', async () => {
  const { boss, north, inside } = await sites()
  await boss.call(animalEvents.create, {
    ...{ id: inside.cow.id, day: new Date().toISOString().slice(0, 10) },
    details: { type: 'death' } as never,
  })
  expect(await north.call(animals.get, { id: inside.cow.id })).toMatchObject({ life_status: 'dead' })
})

test('forms are seen where their subjects were, and one’s own besides', async () => {
  const { boss, hand, north, inside, outside } = await sites()
  const form = await publishedForm(boss)
  const fill = (subjects?: never) => complete(hand, form, goodAnswers, subjects && { subjects })
  const [here, there, nothing] = [
    await fill(about('animal', inside.cow)),
    await fill(about('animal', outside.cow)),
    await fill(),
  ]
  const both = await fill([...about('animal', inside.cow), ...about('location', outside.pen)] as never)
  expect(idsOf(await north.call(submissions.list, {}))).toEqual([here.id])
  for (const { id } of [there, nothing, both])
    expect(await north.refused(submissions.get, { id })).toMatchObject({ status: 404 })

  const own = await complete(north, form, goodAnswers)
  expect(idsOf(await north.call(submissions.list, {}))).toEqual([here.id, own.id])

  // What happened while it was here stays, and what happens elsewhere does not come.
  await boss.call(animals.update, { id: inside.cow.id, location_id: outside.pen.id } as never)
  const later = await fill(about('animal', inside.cow))
  expect(idsOf(await north.call(submissions.list, {}))).toEqual([here.id, own.id])
  expect(await north.refused(submissions.get, { id: later.id })).toMatchObject({ status: 404 })
  expect(await north.call(submissions.get, { id: here.id })).toMatchObject({ subjects: [{ name: 'Cow North' }] })
})

test('findings are seen where their subjects were, and their tasks go to managers who work there', async () => {
  const { boss, hand, north, inside, outside } = await sites()
  const form = await publishedForm(boss)
  const here = await complete(hand, form, lameAnswers, { subjects: about('animal', inside.cow) })
  await complete(hand, form, lameAnswers, { subjects: about('animal', outside.cow) })
  await complete(hand, form, lameAnswers)
  expect((await north.call(findings.list, {})).data.map(({ submission_id }) => submission_id)).toEqual([here.id])
  const got = async (who: Person) => (await who.call(tasks.list, {})).meta.total
  expect([await got(boss), await got(north)]).toEqual([3, 1])
  expect(await north.heard('task.assigned')).toHaveLength(1)
  expect(await north.heard('submission.completed')).toHaveLength(1)
  expect(await north.heard('finding.changed')).toHaveLength(1)
})

test('who works at a site hears that something changed, and not what stands elsewhere', async () => {
  const { boss, north, outside } = await sites()
  await boss.call(locations.setStatus, { id: outside.pen.id, state: 'stop', reason: 'Fire' })
  expect(await boss.heard('subjects.status_changed')).toMatchObject([{ subjects: [{ id: outside.pen.id }] }])
  expect(await north.heard('subjects.status_changed')).toMatchObject([{ subjects: [] }])
})

test('open tasks follow the animal, and who was given one keeps it', async () => {
  const { boss, hand, north, inside, outside } = await sites()
  const given = (to: Person, cow: { id: number }) => sendTask(boss, to, { subjects: about('animal', cow) })
  const [here, there] = [await given(hand, inside.cow), await given(hand, outside.cow)]
  const mine = await given(north, outside.cow)
  const seen = async () =>
    idsOf(await north.call(tasks.company, { id: here.company_id, per_page: 100 })).filter(id =>
      [here.id, there.id, mine.id].includes(id),
    )
  expect(await seen()).toEqual([here.id, mine.id])
  await boss.call(animals.update, { id: inside.cow.id, location_id: outside.pen.id } as never)
  expect(await seen()).toEqual([mine.id])
  await boss.call(animals.update, { id: outside.cow.id, location_id: inside.pen.id } as never)
  expect(await seen()).toEqual([there.id, mine.id])
})

test('work about an animal that has moved away in between is taken from who began it, with its findings', async () => {
  const { farm, boss, hand, inside, outside } = await sites()
  const form = await publishedForm(boss)
  await narrow(hand, farm.id, { locations: [inside.id] })
  const draft = await begin(hand, form, { subjects: about('animal', inside.cow) })
  const startedAt = new Date().toISOString()
  await boss.call(animals.update, { id: inside.cow.id, location_id: outside.pen.id } as never)
  await hand.call(submissions.complete, { id: draft.id, answers: lameAnswers })
  const late = {
    form_id: form.id,
    uuid: crypto.randomUUID(),
    started_at: startedAt,
    subjects: about('animal', inside.cow),
  }
  const { id } = await hand.call(submissions.create, late as never)
  await hand.call(submissions.complete, { id, answers: lameAnswers })
  for (const sent of [draft.id, id])
    expect(await boss.call(submissions.get, { id: sent })).toMatchObject({
      status: 'complete',
      subjects: [{ name: 'Cow North' }],
    })
  const { data } = await boss.call(findings.list, {})
  expect(data).toHaveLength(2)
  const now = { ...late, uuid: crypto.randomUUID(), started_at: new Date(Date.now() + 1).toISOString() }
  expect(await hand.refused(submissions.create, now as never)).toMatchObject({ status: 422 })
})

test('a manager of a site adds what stands there, and nothing elsewhere', async () => {
  const { north, inside, outside } = await sites()
  const pen = await north.call(locations.create, { name: 'Pen 2', type: 'pen', parent_id: inside.id })
  const calf = await north.call(animals.create, { name: 'Calf', species: 'cattle', location_id: pen.id })
  expect(await north.call(animals.get, { id: calf.id })).toMatchObject({ location_id: pen.id })
  for (const parent_id of [outside.id, undefined])
    expect((await north.refused(locations.create, { name: 'Shed', type: 'barn', parent_id })).status).toBeOneOf([
      403, 422,
    ])
  const elsewhere = { name: 'Stray', species: 'cattle', location_id: outside.pen.id }
  expect((await north.refused(animals.create, elsewhere)).status).toBeOneOf([403, 422])
})

test('a reach is set by those who have it, is in the log, and holds at once', async () => {
  const { farm, boss, hand, north, inside, outside } = await sites()
  const reach = (location_ids: number[]) => ({ location_ids, animal_group_ids: [], vehicle_ids: [] })
  const set = (who: Person, where: object | null) => ({ id: farm.id, user_id: who.id, reach: where }) as never
  expect(await hand.call(animals.list, {})).toMatchObject({ meta: { total: 2 } })
  expect(await boss.call(companies.setReach, set(hand, reach([inside.pen.id])))).toMatchObject({
    reach: reach([inside.pen.id]),
  })
  expect(namesOf(await hand.call(animals.list, {}))).toEqual(['Cow North'])
  expect((await boss.call(auditLog.list, { action: 'member.reach_changed' })).data).toHaveLength(1)

  expect(await north.call(companies.setReach, set(hand, reach([inside.id])))).toMatchObject({ id: hand.id })
  expect(await north.refused(companies.setReach, set(hand, reach([outside.id])))).toMatchObject({
    code: 'role_above_own',
  })
  expect(await north.refused(companies.setReach, set(hand, null))).toMatchObject({ code: 'role_above_own' })
  expect(await north.refused(companies.setReach, set(boss, reach([inside.id])))).toMatchObject({ status: 403 })
  expect(await boss.refused(companies.setReach, set(boss, reach([inside.id])))).toMatchObject({ code: 'last_manager' })
  const other = await sites()
  expect(await boss.refused(companies.setReach, set(hand, reach([other.inside.id])))).toMatchObject({ status: 422 })
  await boss.call(companies.setReach, set(hand, null))
  expect(await hand.call(animals.list, {})).toMatchObject({ meta: { total: 2 } })
})

test('narrowed, somebody reads and hears nothing from elsewhere within a second', async () => {
  const { farm, boss, hand, inside, outside } = await sites()
  const heard = await listener(hand, registersChannel(farm.id))
  const reach = { location_ids: [inside.id], animal_group_ids: [], vehicle_ids: [] }
  const before = Date.now()
  await boss.call(companies.setReach, { id: farm.id, user_id: hand.id, reach })
  expect((await hand.refused(animals.get, { id: outside.cow.id })).status).toBe(404)
  await boss.call(locations.setStatus, { id: outside.pen.id, state: 'stop', reason: 'Fire' })
  const received = (await heard.rest()).map(({ event }) => event)
  expect(Date.now() - before).toBeLessThan(1000)
  expect(received).not.toContain('subjects.status_changed')
  expect((await askFor(registersChannel(farm.id), await heard.socketId(), hand.token)).status).toBe(403)
  expect((await askFor(registersChannel(farm.id, false), await heard.socketId(), hand.token)).status).toBe(200)
  heard.disconnect()
})

test('what concerns the whole company is told to those who work in all of it', async () => {
  const { farm, boss, north, inside } = await sites()
  const asked = (action: string, subject: string, row: object) =>
    platform(db => whoMay({ db }, action, subject, { companyId: farm.id, ...row }))
  for (const [action, subject] of [
    ['select', 'CompanyPlan'],
    ['update', 'Form'],
    ['update', 'Guide'],
    ['manage', 'ApiKey'],
  ] as const) {
    const people = await asked(action, subject, {})
    expect(people, subject).toContain(boss.id)
    expect(people, subject).not.toContain(north.id)
  }
  expect(await asked('update', 'Location', { id: inside.id })).toEqual(expect.arrayContaining([boss.id, north.id]))
})

test('who is invited by a manager of a site works there, and the whole company is not theirs', async () => {
  const { farm, north, inside } = await sites()
  const asked = await north.call(invites.create, { id: farm.id, email: `new${farm.id}@example.test`, role_id: 3000 })
  expect(asked.reach?.location_ids).toContain(inside.id)
  const whole = { id: farm.id, email: `other${farm.id}@example.test`, role_id: 3000, reach: null }
  expect(await north.refused(invites.create, whole)).toMatchObject({ code: 'role_above_own' })
  expect(await north.refused(companies.update, { id: farm.id, name: 'Mine' })).toMatchObject({ status: 403 })
  expect(await north.refused(forms.create, { name: { en: 'Form' } })).toMatchObject({ status: 403 })
})

test('nobody comes to see more by an account, a link or a phone of somebody else', async () => {
  const { farm, boss, hand, north, inside } = await sites()
  const email = `whole${farm.id}@example.test`
  await boss.call(invites.create, { id: farm.id, email, role_id: 3000 })
  const shown = async (who: Person) =>
    (await who.call(invites.list, { id: farm.id })).data.find(one => one.email === email)?.path
  expect(await shown(boss)).toBeTruthy()
  expect(await shown(north)).toBeNull()
  const { id } = await boss.call(workers.create, {
    id: farm.id,
    name: 'Anna',
    user_name: `anna${farm.id}`,
    role_id: 3000,
  })
  const phone = { id: farm.id, user_id: id }
  expect(await north.refused(workers.offer, phone)).toMatchObject({ status: 403 })
  const change = { id: farm.id, user_id: hand.id, role_id: 2000 }
  expect(await north.refused(companies.changeRole, change)).toMatchObject({ status: 403 })
  expect(await north.refused(companies.resetPassword, { id: farm.id, user_id: hand.id })).toMatchObject({ status: 403 })
  await boss.call(companies.setReach, {
    ...phone,
    reach: { location_ids: [inside.pen.id], animal_group_ids: [], vehicle_ids: [] },
  })
  expect(await north.call(workers.offer, phone)).toHaveProperty('address')
})

test('who works at a place is told with those of the locations above, and only to who sees the place', async () => {
  const { farm, boss, hand, north, inside, outside, lorry } = await sites()
  const herd = await boss.call(animalGroups.create, { name: 'Herd', purpose: 'lactation', location_id: inside.pen.id })
  const at = async (works_at: string, who = boss) =>
    (await who.call(companies.members, { id: farm.id, works_at })).data.map(({ id }) => id)
  expect(await at('company')).toEqual(expect.arrayContaining([boss.id, hand.id]))
  expect(await at('company')).not.toContain(north.id)
  for (const place of [`location:${inside.id}`, `location:${inside.pen.id}`, `animal_group:${herd.id}`])
    expect(await at(place)).toEqual([north.id])
  expect(await at(`location:${outside.pen.id}`)).toEqual([])
  expect(await at(`vehicle:${lorry.id}`)).toEqual([])
  await narrow(hand, farm.id, { locations: [inside.pen.id], vehicles: [lorry.id] })
  expect(await at(`location:${inside.id}`)).toEqual([north.id])
  expect(await at(`vehicle:${lorry.id}`)).toEqual([hand.id])
  expect(await at(`location:${inside.pen.id}`, hand)).toEqual(expect.arrayContaining([hand.id, north.id]))
  const hidden = { id: farm.id, works_at: `location:${outside.pen.id}` }
  expect(await north.refused(companies.members, hidden)).toMatchObject({ status: 422 })
  const other = await sites()
  const foreign = { id: farm.id, works_at: `location:${other.inside.id}` }
  expect(await boss.refused(companies.members, foreign)).toMatchObject({ status: 422 })
})

test('a manager of a part is offered those whom they may change, and others are offered everybody', async () => {
  const { farm, boss, hand, north, inside, outside } = await sites()
  const other = await farm.worker()
  await narrow(other, farm.id, { locations: [outside.id] })
  const offered = async (who: Person) =>
    (await who.call(companies.members, { id: farm.id, changeable: true })).data
      .map(({ id }) => id)
      .sort((a, b) => a - b)
  expect(await offered(north)).toEqual([north.id])
  await narrow(hand, farm.id, { locations: [inside.pen.id] })
  expect(await offered(north)).toEqual([hand.id, north.id].sort((a, b) => a - b))
  expect(await offered(boss)).toEqual([boss.id, hand.id, north.id, other.id].sort((a, b) => a - b))
})

test('who is given the whole company works in all of it', async () => {
  const { farm, boss, north } = await sites()
  expect(await boss.call(companies.handOver, { id: farm.id, user_id: north.id })).toMatchObject({ reach: null })
  expect(await north.call(animals.list, {})).toMatchObject({ meta: { total: 2 } })
})

test('a location without anybody’s reach closes nothing for the others', async () => {
  const { boss } = await sites()
  const [beasts, places, cars] = await everything(boss)
  expect([beasts.meta.total, places.meta.total, cars.meta.total]).toEqual([2, 4, 1])
})
