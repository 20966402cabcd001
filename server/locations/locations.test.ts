import { expect, test } from 'vitest'
import { companies } from '#shared/companies/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { company } from '../test/people.ts'

test('a manager keeps the register, a worker reads it, a guest does not see it', async () => {
  const farm = await company()
  const [boss, hand, guest] = [await farm.manager(), await farm.worker(), await farm.guest()]
  const barn = await boss.call(locations.create, { name: 'Barn 2', type: 'barn' })

  expect(barn).toMatchObject({ name: 'Barn 2', type: 'barn', company_id: farm.id, revision: 1, parent_id: null })
  expect((await hand.call(locations.list, {})).data).toEqual([barn])
  expect(await hand.refused(locations.create, { name: 'Mine', type: 'pen' })).toMatchObject({
    status: 403,
    code: 'forbidden',
  })
  expect(await hand.refused(locations.update, { id: barn.id, name: 'Mine' })).toMatchObject({ status: 403 })
  expect(await guest.refused(locations.list, {})).toMatchObject({ status: 403 })
})

test('the other company sees nothing, exactly as if it did not exist', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, stranger] = [await farm.manager(), await dairy.manager()]
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })

  expect(await stranger.call(locations.list, {})).toMatchObject({ data: [], meta: { total: 0, from: null } })
  const missing = await stranger.send(locations.get, { id: 2_000_000 })
  for (const call of [locations.get, locations.update, locations.remove, locations.restore]) {
    const answer = await stranger.send(call, { id: barn.id })
    expect([answer.statusCode, answer.body]).toEqual([404, missing.body])
  }
  expect(await stranger.refused(locations.create, { name: 'Pen', type: 'pen', parent_id: barn.id })).toMatchObject({
    status: 422,
    errors: { parent_id: [expect.any(String)] },
  })
})

test('two who edit the same place do not overwrite each other', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const renamed = await boss.call(locations.update, { id: barn.id, name: 'Old barn', revision: 1 })

  expect(renamed).toMatchObject({ name: 'Old barn', type: 'barn', revision: 2 })
  expect(await boss.refused(locations.update, { id: barn.id, name: 'New barn', revision: 1 })).toMatchObject({
    status: 409,
    code: 'stale_revision',
    data: { name: 'Old barn', revision: 2 },
  })
})

test('an archived place leaves the list and comes back', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  await boss.call(locations.remove, { id: barn.id })

  expect((await boss.call(locations.list, {})).data).toEqual([])
  expect((await boss.call(locations.list, { archived: true })).data).toMatchObject([{ id: barn.id }])
  await boss.call(locations.restore, { id: barn.id })
  expect((await boss.call(locations.list, {})).data).toMatchObject([{ id: barn.id, archived_at: null }])
})

test('names come in the order that people count and spell in', async () => {
  const boss = await (await company()).manager()
  const inOrder = ['Ágasvár', 'Akna', 'barn 2', 'Barn 2a', 'Barn 10', 'Öböl', 'Zug']
  for (const name of inOrder.toReversed()) await boss.call(locations.create, { name, type: 'barn' })
  const { data } = await boss.call(locations.list, { sort: 'name' })
  expect(data.map(({ name }) => name)).toEqual(inOrder)
})

test('lists search, filter, sort and page, and refuse unknown fields', async () => {
  const farm = await company()
  const boss = await farm.manager()
  for (const name of ['Barn 10%', 'Pen A', 'Pen B', 'Pen C', 'Pen D', 'Pen E'])
    await boss.call(locations.create, { name, type: name.startsWith('Pen') ? 'pen' : 'barn' })

  const names = async (input: object) => (await boss.call(locations.list, input)).data.map(place => place.name)
  expect(await names({ search: '10%' })).toEqual(['Barn 10%'])
  expect(await names({ type: 'barn' })).toEqual(['Barn 10%'])
  expect(await names({ sort: '-name', per_page: 5 })).toEqual(['Pen E', 'Pen D', 'Pen C', 'Pen B', 'Pen A'])
  expect((await boss.call(locations.list, { per_page: 5, page: 2 })).meta).toEqual({
    current_page: 2,
    per_page: 5,
    total: 6,
    last_page: 2,
    from: 6,
    to: 6,
  })
  expect(await boss.refused(locations.list, { colour: 'red' })).toMatchObject({
    status: 422,
    errors: { colour: [expect.any(String)] },
  })
  for (const per_page of [5, 10, 20, 25, 50, 100] as const)
    expect((await boss.call(locations.list, { per_page })).meta).toMatchObject({ per_page })
  expect(await boss.refused(locations.list, { per_page: 7 })).toMatchObject({ status: 422 })
})

test('bad input is named by field in the person’s language, and the server keeps its own fields', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const refusal = await boss.refused(locations.create, { name: ' ', type: 'castle' }, { lang: 'hu' })

  expect(refusal).toMatchObject({ status: 422, code: 'invalid' })
  expect(Object.keys(refusal.errors ?? {})).toEqual(['name', 'type'])
  expect(await boss.refused(locations.create, { name: 'Barn', type: 'barn', company_id: 1 })).toMatchObject({
    status: 422,
    errors: { company_id: [expect.any(String)] },
  })
  for (const name of ['a\u0000b', 'half \ud83d'])
    expect(await boss.refused(locations.create, { name, type: 'barn' })).toMatchObject({
      status: 400,
      code: 'malformed',
      errors: { name: ['This text contains characters that cannot be saved.'] },
    })
})

test('the same Idempotency-Key creates once and refuses another body', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const draft = { name: 'Barn', type: 'barn' } as const
  const answers = await Promise.all(Array.from({ length: 5 }, () => boss.call(locations.create, draft, { headers })))

  expect(new Set(answers.map(barn => barn.id)).size).toBe(1)
  expect((await boss.call(locations.list, {})).meta.total).toBe(1)
  expect(await boss.refused(locations.create, { ...draft, name: 'Other' }, { headers })).toMatchObject({
    status: 409,
    code: 'idempotency_key_reused',
  })
})

test('a place becomes no part of itself, nor of what lies in it, and is not offered there', async () => {
  const farm = await company()
  const [boss, stranger] = [await farm.manager(), await (await company()).manager()]
  const make = (name: string, parent_id?: number) => boss.call(locations.create, { name, type: 'barn', parent_id })
  const yard = await make('Yard')
  const barn = await make('Barn', yard.id)
  const pen = await make('Pen', barn.id)
  const meadow = await make('Meadow')

  for (const parent_id of [yard.id, barn.id, pen.id])
    expect(await boss.refused(locations.update, { id: yard.id, parent_id })).toMatchObject({
      status: 422,
      errors: { parent_id: ['A location cannot be part of itself or of its own parts.'] },
    })
  const offered = async (outside: number) =>
    (await boss.call(locations.list, { outside, sort: 'name' })).data.map(({ name }) => name)
  expect(await offered(barn.id)).toEqual(['Meadow', 'Yard'])
  expect(await offered(yard.id)).toEqual(['Meadow'])
  expect((await stranger.call(locations.list, { outside: yard.id })).data).toEqual([])
  expect(await boss.call(locations.update, { id: yard.id, parent_id: meadow.id })).toMatchObject({
    parent_id: meadow.id,
  })
})

test('of two who move two places into each other at once, one is refused', async () => {
  const boss = await (await company()).manager()
  for (let round = 0; round < 5; round++) {
    const [one, other] = [
      await boss.call(locations.create, { name: 'One', type: 'barn' }),
      await boss.call(locations.create, { name: 'Other', type: 'barn' }),
    ]
    const answers = await Promise.all([
      boss.send(locations.update, { id: one.id, parent_id: other.id }),
      boss.send(locations.update, { id: other.id, parent_id: one.id }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  }
})

test('who has left stays responsible until somebody else is named, and is named for nothing more', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const people = { responsible_id: hand.id, also_responsible_ids: [hand.id] }
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn', ...people })
  await boss.call(companies.removeMember, { id: farm.id, user_id: hand.id })
  expect(await boss.call(locations.update, { id: barn.id, name: 'Old barn', ...people })).toMatchObject({
    ...{ name: 'Old barn', responsible_id: hand.id },
  })
  for (const [field, named] of Object.entries(people)) {
    const refused = await boss.refused(locations.create, { name: 'Shed', type: 'barn', [field]: named })
    expect(Object.keys(refused.errors ?? {})[0]?.split('.')[0]).toBe(field)
  }
  const freed = { responsible_id: null, also_responsible_ids: [] }
  await boss.call(locations.update, { id: barn.id, ...freed })
  expect(await boss.refused(locations.update, { id: barn.id, responsible_id: hand.id })).toMatchObject({ status: 422 })
})
