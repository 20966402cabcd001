/** Animals that another program sends as ICAR's Animal Data Exchange become rows, by the import that tables have. */
import { expect, test } from 'vitest'
import { animals } from '#shared/animals/contract.ts'
import { books } from '#shared/documents/contract.ts'
import { animalImports, imports } from '#shared/imports/contract.ts'
import { company, type Person } from '../test/people.ts'

const fileOf = (content: unknown) => ({ name: 'herd.json', content: Buffer.from(JSON.stringify(content)) })

async function imported(boss: Person, content: unknown) {
  const { id } = await boss.call(animalImports.animals, {}, { file: fileOf(content) })
  await expect
    .poll(() => boss.call(imports.get, { id }), { timeout: 60_000 })
    .toMatchObject({ finished_at: expect.any(String) })
  return boss.call(imports.get, { id })
}

const resource = (more: object) => ({
  resourceType: 'icarAnimalCoreResource',
  identifier: { scheme: 'uk.gov', id: 'UK 123456 700123' },
  ...{ specie: 'Cattle', gender: 'Female', birthDate: '2024-03-05T00:00:00Z', name: 'Daisy' },
  ...more,
})

test('a collection of resources adds the living animals, and says which line it does not understand', async () => {
  const boss = await (await company()).manager()
  const done = await imported(boss, {
    member: [
      resource({ primaryBreed: { scheme: 'breed', id: 'Holstein' }, productionPurpose: 'Milk', status: 'Alive' }),
      resource({
        identifier: { scheme: 'org.iso.fdx-b', id: '982000123456789' },
        ...{ name: null, officialName: 'Rose', gender: 'FemaleNeuter' },
        parentage: [{ parentOf: { scheme: 'x', id: '2' }, gender: 'Female', identifier: { id: 'UK 123456 700123' } }],
      }),
      resource({ identifier: { id: 'D 1' }, name: 'Dead one', status: 'Dead' }),
      resource({ identifier: { id: 'D 2' }, name: 'Deleted one', meta: { isDeleted: true } }),
      resource({ identifier: { id: 'D 3' }, name: 'Unicorn', specie: 'Unicorn' }),
    ],
  })
  expect(done).toMatchObject({ total: 3, created: 2, faulty: 1 })
  const { data } = await boss.call(animals.list, { sort: 'name' })
  const [daisy, rose] = data
  expect(daisy).toMatchObject({
    ...{ name: 'Daisy', identifier_scheme: 'ear_tag', species: 'cattle', sex: 'female', birth_date: '2024-03-05' },
    ...{ breed: 'Holstein Friesian', production_purpose: 'milk' },
  })
  expect(rose).toMatchObject({ name: 'Rose', identifier_scheme: 'eid', sex: 'female_neuter', mother_id: daisy?.id })
  const { data: faulty } = await boss.call(imports.lines, { id: done.id, outcome: 'faulty' })
  expect(faulty).toMatchObject([{ number: 4, errors: [{ field: expect.any(String), cell: 'Unicorn' }] }])
  // Sent again, it changes nothing.
  expect(await imported(boss, [resource({})])).toMatchObject({ created: 0, faulty: 0 })
})

test('what one tend exports another takes in', async () => {
  const [from, into] = [await (await company()).manager(), await (await company()).manager()]
  const draft = { species: 'sheep', sex: 'male', birth_date: '2025-02-01', breed: 'Merino' } as const
  await from.call(animals.create, { name: 'Ram', identifier: 'HU 1234', production_purpose: 'wool', ...draft })
  await from.call(animals.create, { name: 'Without a tag', ...draft })
  const exported = await from.send(books.exchange, { from: '2026-01-01', until: '2026-12-31' })
  expect(await imported(into, JSON.parse(exported.body))).toMatchObject({ created: 2, faulty: 0 })
  const shown = async (person: Person) =>
    (await person.call(animals.list, { sort: 'name' })).data.map(
      ({ name, identifier, species, sex, birth_date, breed, production_purpose }) => ({
        ...{ name, identifier, species, sex, birth_date, breed, production_purpose },
      }),
    )
  expect(await shown(into)).toEqual(await shown(from))
})

test('a file without animals is refused, and other registers read no JSON', async () => {
  const boss = await (await company()).manager()
  for (const content of [{ animals: [] }, [], 'text', { member: [{ resourceType: 'icarWeightEventResource' }] }])
    expect(await boss.refused(animalImports.animals, {}, { file: fileOf(content) })).toMatchObject({ status: 422 })
  const file = fileOf({ animals: [resource({})] })
  expect(await boss.refused(imports.create, { type: 'location' }, { file })).toMatchObject({ status: 422 })
})
