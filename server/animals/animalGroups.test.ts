import { expect, test } from 'vitest'
import { animalGroups } from '#shared/animals/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { company } from '../test/people.ts'

test('a manager keeps the groups, a worker reads them, a guest and another company do not', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, guest, stranger] = [
    await farm.manager(),
    await farm.worker(),
    await farm.guest(),
    await dairy.manager(),
  ]
  const group = await boss.call(animalGroups.create, { name: 'Heifers', species: 'cattle' })

  expect(group).toMatchObject({ name: 'Heifers', species: 'cattle', purpose: 'enclosure', location_id: null })
  expect((await hand.call(animalGroups.list, {})).data).toEqual([group])
  expect(await hand.refused(animalGroups.create, { name: 'Mine' })).toMatchObject({ status: 403 })
  expect(await guest.refused(animalGroups.list, {})).toMatchObject({ status: 403 })
  expect((await stranger.call(animalGroups.list, {})).data).toEqual([])
  for (const call of [animalGroups.get, animalGroups.update, animalGroups.remove, animalGroups.restore])
    expect(await stranger.refused(call, { id: group.id })).toMatchObject({ status: 404 })
})

test('a group is at a place of its company, is found by it, and a change keeps the rest', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, stranger] = [await farm.manager(), await dairy.manager()]
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const theirs = await stranger.call(locations.create, { name: 'Theirs', type: 'barn' })
  const group = await boss.call(animalGroups.create, { name: 'Heifers', purpose: 'rearing', location_id: barn.id })
  await boss.call(animalGroups.create, { name: 'Elsewhere' })

  expect((await boss.call(animalGroups.list, { location_id: barn.id })).data).toEqual([group])
  expect(await boss.call(animalGroups.update, { id: group.id, name: 'Young stock' })).toMatchObject({
    name: 'Young stock',
    purpose: 'rearing',
    location_id: barn.id,
  })
  expect(await boss.refused(animalGroups.update, { id: group.id, location_id: theirs.id })).toMatchObject({
    status: 422,
    errors: { location_id: [expect.any(String)] },
  })
  expect(await boss.refused(animalGroups.create, { name: 'Herd', purpose: 'dancing' })).toMatchObject({
    status: 422,
    errors: { purpose: [expect.any(String)] },
  })
})
