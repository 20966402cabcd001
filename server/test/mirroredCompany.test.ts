/** Copies of a company by incremental reads, after random writes by several at once. */
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { animalEvents } from '#shared/animal-events/contract.ts'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { locations } from '#shared/locations/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { chanceOf } from './chance.ts'
import { keyOf } from './keys.ts'
import { Mirror } from './mirror.ts'
import { narrow, type Person } from './people.ts'
import { sites } from './reach/sites.ts'
import { tend } from './tend.ts'

test('copies of a company and of a part end equal after 1,000 writes by several at once', async () => {
  const { farm, boss, inside, outside } = await sites()
  const writers = [boss, await farm.manager(), await farm.manager()]
  const [whole, part, other] = [
    await keyOf(boss, farm.id, { access: 'read', role_id: roles.manager }),
    await keyOf(boss, farm.id, { access: 'read', role_id: roles.manager }),
    await keyOf(boss, farm.id, { access: 'read', role_id: roles.manager }),
  ]
  await narrow(part, farm.id, { locations: [inside.id] })
  // These never leave the other site, and nobody of this one may learn that they are there.
  const hidden: number[] = []
  for (let n = 0; n < 5; n++)
    hidden.push(
      (await boss.call(animals.create, { name: `Hidden ${n}`, species: 'goat', location_id: outside.pen.id })).id,
    )
  const mirrors = [whole, part].flatMap(key => [
    new Mirror(key, locations.list),
    new Mirror(key, animalGroups.list),
    new Mirror(key, animals.list),
    new Mirror(key, vehicles.list),
    new Mirror(key, tasks.list),
    new Mirror(key, animalEvents.list, { id: inside.cow.id }),
  ])
  const chance = chanceOf(128)
  let isWriting = true
  const beside = new Mirror(other, animals.list)
  const holding = holdTransactions(farm.id, hidden, { isWriting: () => isWriting, read: () => beside.step() })
  const writing = writers.map(writer =>
    randomWrites(writer, { chance, pens: [inside.pen.id, outside.pen.id], cow: inside.cow.id, hidden }),
  )
  for (let round = 0; round < 42; round++)
    await Promise.all([...writing.map(write => write(8)), ...mirrors.map(mirror => mirror.step())])
  isWriting = false
  await holding

  for (const mirror of [...mirrors, beside]) {
    await expect
      .poll(
        async () => {
          await mirror.catchUp()
          const { copied, listed } = await mirror.compared()
          return { copied, isEqual: JSON.stringify(copied) === JSON.stringify(listed) }
        },
        { timeout: 30_000, interval: 500 },
      )
      .toMatchObject({ isEqual: true })
  }
  const [, , animalsOfWhole] = mirrors
  const [, , animalsOfPart] = mirrors.slice(mirrors.length / 2)
  expect(animalsOfWhole?.rows.size).toBeGreaterThan(animalsOfPart?.rows.size ?? 0)
  expect(animalsOfPart?.rows.size).toBeGreaterThan(5)
  expect(animalsOfPart?.toldGone.size).toBeGreaterThan(5)
  expect(hidden.filter(id => animalsOfPart?.toldGone.has(id) || animalsOfPart?.rows.has(id))).toEqual([])
  expect(mirrors.filter(mirror => mirror.begun > 1).length).toBe(0)
}, 240_000)

type Farm = { chance: ReturnType<typeof chanceOf>; pens: number[]; cow: number; hidden: number[] }

/** Adds, changes, moves, archives and restores rows, also where another writer did so before. */
function randomWrites(writer: Person, { chance, pens, cow, hidden }: Farm): (times: number) => Promise<void> {
  const known = { animals: [] as number[], groups: [] as number[], vehicles: [] as number[], tasks: [] as number[] }
  const tried = (work: Promise<unknown>) => work.catch(() => {})
  const writes = [
    async () =>
      known.animals.push(
        (
          await writer.call(animals.create, {
            name: `Cow ${chance.next()}`,
            species: 'cattle',
            location_id: chance.of(pens),
          })
        ).id,
      ),
    async () =>
      known.groups.push(
        (
          await writer.call(animalGroups.create, {
            name: `Herd ${chance.next()}`,
            species: 'cattle',
            location_id: chance.of(pens),
          })
        ).id,
      ),
    async () =>
      known.vehicles.push((await writer.call(vehicles.create, { name: `Cart ${chance.next()}`, type: 'trailer' })).id),
    async () =>
      known.tasks.push(
        (await writer.call(tasks.create, { title: `Count ${chance.next()}`, assignees: [{ user_id: writer.id }] })).id,
      ),
    () => writer.call(animals.update, { id: chance.of(known.animals), location_id: chance.of(pens) }),
    () => writer.call(animals.update, { id: chance.of(known.animals), notes: String(chance.next()) }),
    () => writer.call(animals.update, { id: chance.of(hidden), notes: String(chance.next()) }),
    () => writer.call(animals.remove, { id: chance.of(known.animals) }),
    () => writer.call(animals.restore, { id: chance.of(known.animals) }),
    () => writer.call(animalGroups.update, { id: chance.of(known.groups), location_id: chance.of(pens) }),
    () => writer.call(animalGroups.remove, { id: chance.of(known.groups) }),
    () => writer.call(animalGroups.restore, { id: chance.of(known.groups) }),
    () => writer.call(vehicles.update, { id: chance.of(known.vehicles), name: `Cart ${chance.next()}` }),
    () => writer.call(vehicles.remove, { id: chance.of(known.vehicles) }),
    () => writer.call(tasks.update, { id: chance.of(known.tasks), title: `Count ${chance.next()}` }),
    () => writer.call(tasks.remove, { id: chance.of(known.tasks) }),
    () => writer.call(tasks.restore, { id: chance.of(known.tasks) }),
    () =>
      writer.call(animalEvents.create, {
        id: cow,
        day: '2026-11-01',
        details: { type: 'observation' },
        note: String(chance.next()),
      } as never),
  ]
  return async times => {
    for (let n = 0; n < times; n++) await tried(chance.of(writes)() as Promise<unknown>)
  }
}

/** A key makes 600 calls a minute, and its copy is read in each of these transactions. */
const maxHeld = 200

/** Changes and deletes animals past the calls, in transactions that stay open while copies are read. */
async function holdTransactions(
  companyId: number,
  hidden: number[],
  { isWriting, read }: { isWriting: () => boolean; read: () => Promise<unknown> },
): Promise<void> {
  const client = new Client({ connectionString: (await tend()).ownerUrl })
  await client.connect()
  const ownAnimals = 'company_id = $1 and id <> all($2) order by random() limit 1'
  for (let held = 0; held < maxHeld && isWriting(); held++) {
    await client.query('begin')
    await client.query(
      `update animals set notes = 'held', updated_at = now()
        where id in (select id from animals where ${ownAnimals} for update skip locked)`,
      [companyId, hidden],
    )
    await read()
    await client.query('commit')
  }
  await client.end()
}
