import { expect, test } from 'vitest'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { plans } from '#shared/companies/plans.ts'
import type { KindOfBusiness } from '#shared/companies/rules.ts'
import { locations } from '#shared/locations/contract.ts'
import { samples } from '#shared/samples/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { admin, company, type Person } from '../test/people.ts'

async function farmOf(kind_of_business: KindOfBusiness, language_id = 1) {
  const farm = await company()
  const boss = await farm.manager()
  await boss.call(companies.update, { id: farm.id, kind_of_business, language_id })
  return { farm, boss, hand: await farm.worker() }
}

/** All names that somebody finds in the registers and among the tasks. */
async function names(person: Person) {
  const lists = await Promise.all([
    person.call(animals.list, {}),
    person.call(animalGroups.list, {}),
    person.call(locations.list, {}),
  ])
  const given = await person.call(tasks.list, {})
  return [...lists.flatMap(({ data }) => data.map(({ name }) => name)), ...given.data.map(({ title }) => title)].sort()
}

test('sample data fits the business, is marked in the language of the company, and is added once', async () => {
  const { farm, boss } = await farmOf('pigs', 3)
  const none = { added_at: null, animals: 0, animal_groups: 0, locations: 0, tasks: 0 }
  expect(await boss.call(samples.get, { id: farm.id })).toEqual(none)
  const added = await boss.call(samples.add, { id: farm.id })
  expect(added).toMatchObject({ animals: 3, animal_groups: 1, locations: 2, tasks: 1 })
  expect(await boss.call(samples.add, { id: farm.id })).toEqual(added)
  const found = await names(boss)
  expect(found).toHaveLength(7)
  for (const name of found) expect(name).toMatch(/ \(Beispiel\)$/)
  expect((await boss.call(animals.list, {})).data).toMatchObject(Array(3).fill({ species: 'pig' }))
  expect((await boss.call(tasks.sent, {})).data).toMatchObject([
    { titles: { hu: expect.stringMatching(/\(minta\)$/), ar: expect.any(String) }, subjects: [{ type: 'location' }] },
  ])
})

test('a business without animals gets places and a task', async () => {
  const { farm, boss } = await farmOf('transport')
  expect(await boss.call(samples.add, { id: farm.id })).toMatchObject({ animals: 0, locations: 2, tasks: 1 })
})

test('it goes as a whole, and nothing that people made', async () => {
  const { farm, boss } = await farmOf('dairy')
  await boss.call(locations.create, { name: 'Home', type: 'site' })
  await boss.call(animals.create, { name: 'Clover', species: 'cattle' })
  await boss.call(samples.add, { id: farm.id })
  expect(await names(boss)).toHaveLength(9)
  expect(await boss.call(samples.remove, { id: farm.id })).toBeNull()
  expect(await names(boss)).toEqual(['Clover', 'Home'])
  expect((await boss.call(tasks.sent, {})).data).toEqual([])
  expect(await boss.call(samples.remove, { id: farm.id })).toBeNull()
  expect((await boss.call(samples.get, { id: farm.id })).added_at).toBeNull()
  const log = (await boss.call(auditLog.list, { company_id: farm.id })).data.map(({ action }) => action)
  expect(log.filter(action => action.startsWith('samples.'))).toEqual(['samples.removed', 'samples.added'])
  // It can be had again.
  expect(await boss.call(samples.add, { id: farm.id })).toMatchObject({ animals: 3 })
})

test('renamed or needed sample rows stay', async () => {
  const { farm, boss } = await farmOf('dairy')
  await boss.call(samples.add, { id: farm.id })
  const [first, second] = (await boss.call(animals.list, {})).data
  const [barn, paddock] = (await boss.call(locations.list, {})).data
  const [herd] = (await boss.call(animalGroups.list, {})).data
  if (!first || !second || !barn || !paddock || !herd) throw new Error('There is no sample data.')
  await boss.call(animals.update, { id: first.id, name: 'Marigold' })
  const about = [{ type: 'animal' as const, id: second.id, name: second.name }]
  await boss.call(tasks.create, { title: 'Call the vet', assignees: [{ user_id: boss.id }], subjects: about })
  await boss.call(animals.create, { name: 'Clover', species: 'cattle', animal_group_id: herd.id })
  await boss.call(locations.create, { name: 'Pen 1', type: 'pen', parent_id: paddock.id })

  // Marigold; the animal with a task; the group with Clover in it, its place, and the place with a pen.
  expect(await boss.call(samples.remove, { id: farm.id })).toBeNull()
  expect(await names(boss)).toEqual(
    [barn.name, 'Call the vet', 'Clover', herd.name, 'Marigold', paddock.name, 'Pen 1', second.name].sort(),
  )
})

test('only who may change the company adds and removes it, and only there', async () => {
  const { farm, boss, hand } = await farmOf('dairy')
  const stranger = await (await company()).manager()
  await boss.call(samples.add, { id: farm.id })
  for (const call of [samples.get, samples.add, samples.remove]) {
    expect(await hand.refused(call, { id: farm.id })).toMatchObject({ status: 403 })
    expect(await stranger.refused(call, { id: farm.id })).toMatchObject({ status: 404 })
  }
  expect(await names(boss)).toHaveLength(7)
})

test('where the plan has no room for the animals nothing is added', async () => {
  const { farm, boss } = await farmOf('dairy')
  const platformAdmin = await admin()
  const [offer] = await platformAdmin.call(plans.offers, {})
  const limits = { users: null, animals: 2, forms: null, storage: null }
  await platformAdmin.call(plans.open, { id: farm.id, plan_id: offer?.id ?? 0, limits })
  expect(await boss.refused(samples.add, { id: farm.id })).toMatchObject({
    ...{ code: 'plan_limit_reached', data: { limit: 'animals' } },
  })
  expect(await names(boss)).toEqual([])
})
