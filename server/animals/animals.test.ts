import { expect, test } from 'vitest'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { publishedForm } from '../test/forms.ts'
import { company } from '../test/people.ts'
import { begin } from '../test/submissions.ts'

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

test('an ear tag is unique among the living animals of a company in any capitals', async () => {
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

test('fields that a change does not name stay as they were', async () => {
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

test('an animal is called by its ear tag where it has no name, and needs one of the two', async () => {
  const boss = await (await company()).manager()
  const identifier = 'DE 09 12345678'
  const { id, name } = await boss.call(animals.create, { identifier, species: 'cattle' })
  expect(name).toBe(identifier)
  expect((await boss.call(animals.get, { id })).name).toBe(identifier)
  expect(await boss.refused(animals.create, { species: 'cattle' })).toMatchObject({
    status: 422,
    errors: { name: [expect.any(String)] },
  })
})

test('a breed named in any language is one breed, by which the list is narrowed; other words stay', async () => {
  const boss = await (await company()).manager()
  const add = async (name: string, breed: string) =>
    (await boss.call(animals.create, { name, species: 'cattle', breed })).breed
  expect(await add('Daisy', 'Fleckvieh')).toBe('Simmental')
  expect(await add('Dora', 'Szimentáli')).toBe('Simmental')
  expect(await add('Bella', 'Our own red ones')).toBe('Our own red ones')
  for (const breed of ['Simmental', 'سيمنتال'])
    expect((await boss.call(animals.list, { breed })).data.map(({ name }) => name)).toEqual(['Daisy', 'Dora'])
})

test('an animal has identifiers of several schemes, unique in each, and is found by any of them', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const daisy = await boss.call(animals.create, {
    ...({ name: 'Daisy', species: 'cattle', identifier: 'HU 33', breed: 'Jersey' } as const),
    other_identifiers: [
      { scheme: 'eid', value: '348 0001' },
      { scheme: 'leg_band', value: '33' },
    ],
  })
  expect(daisy).toMatchObject({ identifier_scheme: 'ear_tag', breed: 'Jersey', mother_id: null })
  expect((await boss.call(animals.list, { search: '348 0001' })).data).toEqual([daisy])
  const taken = { status: 422, errors: { identifier: [expect.any(String)] } }
  const second = { name: 'Dora', species: 'cattle' } as const
  expect(
    await boss.refused(animals.create, { ...second, identifier_scheme: 'eid', identifier: '348 0001' }),
  ).toMatchObject(taken)
  expect(
    await boss.refused(animals.create, { ...second, other_identifiers: [{ scheme: 'ear_tag', value: 'hu 33' }] }),
  ).toMatchObject(taken)
  // The same figures of another scheme are another mark.
  const dora = await boss.call(animals.create, { ...second, identifier: '33', mother_id: daisy.id })
  expect(dora.mother_id).toBe(daisy.id)
  expect((await boss.call(animals.list, { mother_id: daisy.id })).data).toEqual([dora])
  expect((await boss.call(animals.list, { health_status: 'ill' })).data).toEqual([])
  expect(await boss.refused(animals.update, { id: dora.id, father_id: dora.id })).toMatchObject({ status: 422 })
  // What is archived has no mark; what comes back must not have another's.
  await boss.call(animals.remove, { id: daisy.id })
  await boss.call(animals.update, { id: dora.id, identifier: 'HU 33' })
  expect(await boss.refused(animals.restore, { id: daisy.id })).toMatchObject(taken)
})

test('a merge loses no identifier, makes no animal its own parent, and happens once', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const mother = await boss.call(animals.create, { name: 'Dora', species: 'cattle' })
  const calf = await boss.call(animals.create, { name: 'Calf', species: 'cattle', mother_id: mother.id })
  for (const [id, duplicate_id] of [
    [mother.id, calf.id],
    [calf.id, mother.id],
  ] as const)
    expect(await boss.refused(animals.merge, { id, duplicate_id })).toMatchObject({ status: 422 })

  const marks = (from: number) =>
    Array.from({ length: 6 }, (_, index) => ({ scheme: 'ear_tag' as const, value: `HU ${from + index}` }))
  const full = await boss.call(animals.create, { name: 'A', species: 'cattle', other_identifiers: marks(100) })
  const other = await boss.call(animals.create, { name: 'B', species: 'cattle', other_identifiers: marks(200) })
  expect(await boss.refused(animals.merge, { id: full.id, duplicate_id: other.id })).toMatchObject({
    status: 422,
    errors: { duplicate_id: [expect.stringContaining('10')] },
  })

  for (let round = 0; round < 8; round++) {
    const make = (name: string) => boss.call(animals.create, { name: `${name} ${round}`, species: 'cattle' })
    const [one, two, twice] = [await make('One'), await make('Two'), await make('Twice')]
    const answers = await Promise.all(
      [one, two].map(({ id }) => boss.send(animals.merge, { id, duplicate_id: twice.id })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  }
})

test('no animal descends from itself, over however many generations, by a change, a merge or its end', async () => {
  const boss = await (await company()).manager()
  const born = (name: string, parents: { mother_id?: number; father_id?: number } = {}) =>
    boss.call(animals.create, { name, species: 'cattle', ...parents })
  const ada = await born('Ada')
  const bea = await born('Bea', { mother_id: ada.id })
  const carl = await born('Carl', { mother_id: bea.id })
  const dora = await born('Dora', { father_id: carl.id })
  for (const [name, parent] of [
    ['mother_id', ada.id],
    ['mother_id', bea.id],
    ['father_id', carl.id],
    ['mother_id', dora.id],
  ] as const)
    expect(await boss.refused(animals.update, { id: ada.id, [name]: parent }), name).toMatchObject({
      ...{ status: 422, errors: { [name]: ['An animal cannot be its own descendant.'] } },
    })
  // A merge that makes a mother of her own daughter, and one that does so over two generations.
  const circle = { status: 422, errors: { duplicate_id: [expect.stringContaining('descend')] } }
  for (const duplicate_id of [bea.id, dora.id])
    expect(await boss.refused(animals.merge, { id: ada.id, duplicate_id })).toMatchObject(circle)
  expect(await boss.refused(animals.merge, { id: dora.id, duplicate_id: ada.id })).toMatchObject(circle)
  // Two animals that were merged and separated may not have become each other's ancestors.
  const eve = await born('Eve', { mother_id: dora.id })
  const twice = await born('Twice', { mother_id: eve.id })
  const child = await born('Child', { mother_id: twice.id })
  const other = await born('Other')
  const merge = await boss.call(animals.merge, { id: other.id, duplicate_id: twice.id })
  await boss.call(animals.update, { id: eve.id, mother_id: child.id })
  expect(await boss.refused(animals.unmerge, { id: merge.id })).toMatchObject({ status: 422 })
  // Twins have the same parents, and a bull may be father and grandfather.
  await boss.call(animals.update, { id: dora.id, mother_id: bea.id })
  expect(await boss.call(animals.update, { id: dora.id, father_id: carl.id })).toMatchObject({ mother_id: bea.id })
})

test('two changes at once make no circle of descent together', async () => {
  const boss = await (await company()).manager()
  for (let round = 0; round < 5; round++) {
    const [ada, bea] = await Promise.all(
      ['Ada', 'Bea'].map(name => boss.call(animals.create, { name, species: 'cattle' })),
    )
    const [one, other] = [ada?.id ?? 0, bea?.id ?? 0]
    const sent = await Promise.all([
      boss.send(animals.update, { id: one, mother_id: other }),
      boss.send(animals.update, { id: other, father_id: one }),
    ])
    expect(sent.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
  }
})

test('a merge and a change of descent at once wait for each other in one order', async () => {
  const boss = await (await company()).manager()
  const born = (name: string) => boss.call(animals.create, { name, species: 'cattle' })
  for (let round = 0; round < 10; round++) {
    const [one, twice, mother] = [await born('One'), await born('Twice'), await born('Mother')]
    const sent = await Promise.all([
      boss.send(animals.merge, { id: one.id, duplicate_id: twice.id }),
      ...[one, twice].map(({ id }) => boss.send(animals.update, { id, mother_id: mother.id })),
    ])
    expect(sent.map(({ statusCode }) => statusCode)).not.toContain(503)
  }
})

test('an animal recorded twice is merged, logged, and can be split again', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const group = await boss.call(animalGroups.create, { name: 'Cows' })
  const daisy = await boss.call(animals.create, { name: 'Daisy', species: 'cattle' })
  const twice = await boss.call(animals.create, {
    ...({ name: 'Dasiy', species: 'cattle', identifier: 'HU 44' } as const),
    animal_group_id: group.id,
  })
  const calf = await boss.call(animals.create, { name: 'Calf', species: 'cattle', mother_id: twice.id })
  await boss.call(animals.setStatus, { id: twice.id, state: 'stop', reason: 'Lame' })
  const sow = await boss.call(animals.create, { name: 'Sow', species: 'pig' })
  const form = await publishedForm(boss)
  const begun = await begin(hand, form, { subjects: [{ type: 'animal', id: twice.id, name: twice.name }] })
  for (const duplicate_id of [daisy.id, sow.id])
    expect(await boss.refused(animals.merge, { id: daisy.id, duplicate_id })).toMatchObject({ status: 422 })
  expect(await hand.refused(animals.merge, { id: daisy.id, duplicate_id: twice.id })).toMatchObject({ status: 403 })

  const merge = await boss.call(animals.merge, { id: daisy.id, duplicate_id: twice.id })
  const about = async () => (await hand.call(submissions.get, { id: begun.id })).subjects.map(({ id }) => id)
  expect(await boss.call(animals.get, { id: daisy.id })).toMatchObject({
    ...{ animal_group_id: group.id, status: { state: 'stop' } },
    other_identifiers: [{ scheme: 'ear_tag', value: 'HU 44' }],
  })
  expect((await boss.call(animals.get, { id: twice.id })).archived_at).not.toBeNull()
  expect((await boss.call(animals.get, { id: calf.id })).mother_id).toBe(daisy.id)
  expect(await about()).toEqual([daisy.id])

  await boss.call(animals.unmerge, { id: merge.id })
  await boss.call(animals.unmerge, { id: merge.id })
  expect(await boss.call(animals.get, { id: daisy.id })).toMatchObject({
    ...{ animal_group_id: null, status: null, other_identifiers: [] },
  })
  expect(await boss.call(animals.get, { id: twice.id })).toMatchObject({
    ...{ archived_at: null, animal_group_id: group.id, status: { state: 'stop' }, identifier: 'HU 44' },
  })
  expect((await boss.call(animals.get, { id: calf.id })).mother_id).toBe(twice.id)
  expect(await about()).toEqual([twice.id])
  const log = (await boss.call(auditLog.list, {})).data.map(({ action }) => action)
  expect(log.filter(action => action.includes('merged'))).toEqual(['entry.unmerged', 'entry.merged'])
})
