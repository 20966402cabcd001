/** Places as a tree, with the animals that stand on each; and their labels on paper. */
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { animalEvents, groupEvents } from '#shared/animal-events/contract.ts'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { documents } from '#shared/documents/contract.ts'
import { locations, placeTree } from '#shared/locations/contract.ts'
import { company, type Person } from '../test/people.ts'

const dayFromNow = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10)

async function farm() {
  const its = await company()
  const boss = await its.manager()
  const make = (name: string, parent_id?: number, more = {}) =>
    boss.call(locations.create, { name, type: 'barn', parent_id, ...more })
  const yard = await make('Yard')
  const barn = await make('Barn', yard.id, { capacity_heads: 2, floor_area: 20.5 })
  const meadow = await make('Meadow')
  return { its, boss, make, yard, barn, meadow }
}
const headsOf = async (person: Person, inside?: number) =>
  Object.fromEntries(
    (await person.call(placeTree.tree, inside === undefined ? {} : { inside })).places.map(({ name, heads }) => [
      name,
      heads,
    ]),
  )

test('animals stand where their group does, or where they were moved since, until they depart', async () => {
  const { its, boss, yard, barn, meadow } = await farm()
  const hand = await its.worker()
  const herd = await boss.call(animalGroups.create, { name: 'Herd', location_id: barn.id })
  const add = (name: string) => boss.call(animals.create, { name, species: 'cattle', animal_group_id: herd.id })
  await boss.call(animals.create, {
    kind: 'batch',
    name: 'Hens',
    species: 'chicken',
    head_count: 40,
    location_id: yard.id,
  })
  const [daisy, rose, fern] = [await add('Daisy'), await add('Rose'), await add('Fern')]
  expect(await headsOf(hand)).toEqual({ Barn: 3, Meadow: 0, Yard: 40 })

  const move = { id: daisy.id, day: dayFromNow(0), location_id: meadow.id, details: { type: 'move' } } as const
  const moved = await hand.call(animalEvents.create, move)
  expect(await headsOf(hand)).toEqual({ Barn: 2, Meadow: 1, Yard: 40 })
  const gone = { type: 'departure', reason: 'sale' } as const
  const left = await hand.call(animalEvents.create, { id: rose.id, day: dayFromNow(0), details: gone })
  await hand.call(animalEvents.create, { id: fern.id, day: dayFromNow(3), state: 'pending', details: gone })
  expect(await headsOf(hand)).toEqual({ Barn: 1, Meadow: 1, Yard: 40 })
  // What is struck out counts no more; what the whole group does later, it does too.
  await hand.call(animalEvents.remove, { id: left.id })
  expect(await headsOf(hand)).toEqual({ Barn: 2, Meadow: 1, Yard: 40 })
  await hand.call(groupEvents.move, { id: herd.id, location_id: barn.id, day: dayFromNow(0) })
  expect(await headsOf(hand)).toEqual({ Barn: 3, Meadow: 0, Yard: 40 })
  await hand.call(animalEvents.remove, { id: moved.id })
  await boss.call(animals.remove, { id: fern.id })
  expect(await headsOf(hand)).toEqual({ Barn: 2, Meadow: 0, Yard: 40 })
})

test('a tree is of the own company, readable rows, and one place on request', async () => {
  const { its, boss, yard, barn, meadow } = await farm()
  const [guest, stranger] = [await its.guest(), await (await company()).manager()]
  expect((await boss.call(placeTree.tree, { inside: yard.id })).places).toMatchObject([
    { id: barn.id, parent_id: yard.id, capacity_heads: 2, floor_area: 20.5, revision: 1, status: null },
    { id: yard.id, parent_id: null, capacity_heads: null },
  ])
  await boss.call(locations.remove, { id: meadow.id })
  expect(await headsOf(boss)).toEqual({ Barn: 0, Yard: 0 })
  expect(await stranger.call(placeTree.tree, {})).toEqual({ places: [], is_cut: false })
  expect(await stranger.refused(placeTree.tree, { inside: yard.id })).toMatchObject({ status: 404 })
  expect(await guest.refused(placeTree.tree, {})).toMatchObject({ status: 403 })
})

test('a place has address, official numbers and outline, each with its errors', async () => {
  const { boss, barn } = await farm()
  const said = {
    address: 'Mill Lane 3',
    official_numbers: [{ scheme: 'Holding', number: 'UK 302145' }],
    outline: [{ latitude: 51.5, longitude: -2.1 }],
  }
  expect(await boss.call(locations.update, { id: barn.id, ...said })).toMatchObject(said)
  expect(await boss.call(locations.get, { id: barn.id })).toMatchObject(said)
  const point = { latitude: 51.5, longitude: -2.1 }
  const wrong = {
    outline: [point, point],
    capacity_heads: 0,
    floor_area: -1,
    official_numbers: [{ scheme: '', number: '1' }],
  }
  const refused = await boss.refused(locations.update, { id: barn.id, ...wrong })
  expect(Object.keys(refused.errors ?? {}).sort()).toEqual([
    'capacity_heads',
    'floor_area',
    'official_numbers.0.scheme',
    'outline',
  ])
  const cleared = { outline: null, official_numbers: null, capacity_heads: null }
  expect(await boss.call(locations.update, { id: barn.id, ...cleared })).toMatchObject(cleared)
})

test('labels are printed for places of the own company, each once, and for no others', async () => {
  const { boss, barn, meadow, yard } = await farm()
  const stranger = await (await company()).manager()
  const sheet = await boss.send(placeTree.labelSheet, { ids: [barn.id, meadow.id].join(',') })
  expect(sheet.statusCode).toBe(200)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(sheet.rawPayload)), { mergePages: true })
  expect([barn, meadow, yard].map(({ name }) => text.split(name).length - 1)).toEqual([1, 1, 0])
  expect(await stranger.refused(placeTree.labelSheet, { ids: String(barn.id) })).toMatchObject({ status: 404 })
  // Kept like every other, and made in the background where somebody asks for it so.
  const { data: kept } = await boss.call(documents.list, { kind: 'places' })
  expect(kept).toMatchObject([{ kind: 'places', record_id: null, state: 'ready', size: sheet.rawPayload.length }])
  const wanted = { kind: 'places' as const, record_id: barn.company_id, ids: [barn.id, meadow.id] }
  expect(await boss.call(documents.begin, wanted)).toMatchObject({ id: kept[0]?.id, state: 'ready' })
  expect(await stranger.refused(documents.begin, wanted)).toMatchObject({ status: 404 })
  const many = Array.from({ length: 97 }, (_, index) => index + 1).join(',')
  expect(await boss.refused(placeTree.labelSheet, { ids: many })).toMatchObject({ status: 422 })
})
