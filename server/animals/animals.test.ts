import { expect, test } from 'vitest'
import { animalGroups } from '#shared/animal-groups/contract.ts'
import { animals } from '#shared/animals/contract.ts'
import { company } from '../test/people.ts'

test('a manager keeps the animals, a worker reads them, a guest and another company do not', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, guest, stranger] = [
    await farm.manager(),
    await farm.worker(),
    await farm.guest(),
    await dairy.manager(),
  ]
  const draft = { name: 'Daisy', identifier: 'HU 30001 2345', species: 'cattle', birth_date: '2024-03-01' } as const
  const daisy = await boss.call(animals.create, draft)

  expect(daisy).toMatchObject({ ...draft, company_id: farm.id, sex: 'unknown', animal_group_id: null, revision: 1 })
  expect((await hand.call(animals.list, {})).data).toEqual([daisy])
  expect(await hand.refused(animals.create, draft)).toMatchObject({ status: 403 })
  expect(await hand.refused(animals.update, { id: daisy.id, name: 'Mine' })).toMatchObject({ status: 403 })
  expect(await guest.refused(animals.list, {})).toMatchObject({ status: 403 })
  expect((await stranger.call(animals.list, {})).data).toEqual([])
  for (const call of [animals.get, animals.update, animals.remove, animals.restore])
    expect(await stranger.refused(call, { id: daisy.id })).toMatchObject({ status: 404 })
})

test('an ear tag is unique among the living animals of a company, whatever its capitals', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, stranger] = [await farm.manager(), await dairy.manager()]
  const draft = { name: 'Daisy', identifier: 'hu 30001', species: 'cattle' } as const
  const daisy = await boss.call(animals.create, draft)
  const taken = { status: 422, code: 'invalid', errors: { identifier: [expect.stringContaining('already in use')] } }

  expect(await boss.refused(animals.create, { ...draft, identifier: ' HU 30001 ' })).toMatchObject(taken)
  const rosie = await boss.call(animals.create, { ...draft, name: 'Rosie', identifier: null })
  await boss.call(animals.create, { ...draft, name: 'Nameless', identifier: null })
  expect(await boss.refused(animals.update, { id: rosie.id, identifier: 'Hu 30001' })).toMatchObject(taken)
  expect(await stranger.call(animals.create, draft)).toMatchObject({ identifier: 'hu 30001' })

  await boss.call(animals.remove, { id: daisy.id })
  expect(await boss.call(animals.update, { id: rosie.id, identifier: 'HU 30001' })).toMatchObject({ revision: 2 })
  expect(await boss.refused(animals.restore, { id: daisy.id })).toMatchObject(taken)
})

test('an animal is found by its ear tag as by its name', async () => {
  const boss = await (await company()).manager()
  await boss.call(animals.create, { name: 'Daisy', identifier: 'HU 30001 2345', species: 'cattle' })
  await boss.call(animals.create, { name: 'Rosie', species: 'cattle' })
  const names = async (search: string) => (await boss.call(animals.list, { search })).data.map(({ name }) => name)
  expect(await names('30001')).toEqual(['Daisy'])
  expect(await names('rosie')).toEqual(['Rosie'])
})

test('animals stand in a group of their own company and are found by it', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, stranger] = [await farm.manager(), await dairy.manager()]
  const heifers = await boss.call(animalGroups.create, { name: 'Heifers' })
  const theirs = await stranger.call(animalGroups.create, { name: 'Theirs' })
  const daisy = await boss.call(animals.create, { name: 'Daisy', species: 'cattle', animal_group_id: heifers.id })
  await boss.call(animals.create, { name: 'Rex', species: 'dog' })

  const names = async (input: object) => (await boss.call(animals.list, input)).data.map(({ name }) => name)
  expect(await names({ animal_group_id: heifers.id })).toEqual(['Daisy'])
  expect(await names({ species: 'dog' })).toEqual(['Rex'])
  expect(await names({ animal_group_id: theirs.id })).toEqual([])
  const refused = { status: 422, errors: { animal_group_id: [expect.any(String)] } }
  expect(
    await boss.refused(animals.create, { name: 'Cow', species: 'cattle', animal_group_id: theirs.id }),
  ).toMatchObject(refused)
  expect(await boss.refused(animals.update, { id: daisy.id, animal_group_id: theirs.id })).toMatchObject(refused)
})

test('what a change does not name stays as it was', async () => {
  const boss = await (await company()).manager()
  const daisy = await boss.call(animals.create, { name: 'Daisy', species: 'cattle', sex: 'female', notes: 'Calm' })
  const changed = await boss.call(animals.update, { id: daisy.id, name: 'Daisy II' })

  expect(changed).toEqual({ ...daisy, name: 'Daisy II', revision: 2, updated_at: changed.updated_at })
})

test('an animal needs a name and a known species, and a birthday is a day', async () => {
  const boss = await (await company()).manager()

  expect(
    await boss.refused(animals.create, { name: '', species: 'unicorn', sex: 'x', birth_date: '2024-02-30' }),
  ).toMatchObject({
    status: 422,
    errors: Object.fromEntries(['name', 'species', 'sex', 'birth_date'].map(field => [field, [expect.any(String)]])),
  })
  expect(await boss.refused(animals.list, { species: 'unicorn' })).toMatchObject({ status: 422 })
})
