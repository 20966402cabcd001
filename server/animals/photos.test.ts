/** Photos of animals: sent first, named by the animal, seen by its readers, and erased with it. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { animals as calls } from '#shared/animals/contract.ts'
import { files as fileCalls } from '#shared/files/contract.ts'
import { files } from '../files/table.ts'
import { fetchFile } from '../test/files.ts'
import { company, type Person, platform } from '../test/people.ts'
import { photo } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'
import { eraseArchivedAnimals } from './module.ts'
import { animals } from './table.ts'

async function send(person: Person, content?: Buffer): Promise<string> {
  const uuid = crypto.randomUUID()
  const file = { name: content ? 'note.txt' : 'daisy.jpg', content: content ?? (await photo()) }
  await person.call(fileCalls.create, { uuid, has_preview: true }, { file })
  return uuid
}

async function farm() {
  const its = await company()
  const [boss, hand] = [await its.manager(), await its.worker()]
  const { id } = await boss.call(calls.create, { name: 'Daisy', species: 'cattle' })
  return { its, boss, hand, id }
}

test('readers of the animal see its photos and previews; a guest and another company do not', async () => {
  const { its, boss, hand, id } = await farm()
  const [first, second] = [await send(boss), await send(boss)]
  const { photos } = await boss.call(calls.update, { id, photo_uuids: [second, first] })
  expect(photos.map(({ uuid }) => uuid)).toEqual([second, first])
  expect((await hand.call(calls.list, {})).data[0]?.photos).toEqual(photos)
  const paths = photos.flatMap(({ path, preview_path }) => [path, preview_path ?? ''])
  const strangers = [await its.guest(), await (await company()).manager()]
  for (const path of paths) {
    expect((await fetchFile(path, hand)).statusCode).toBe(200)
    for (const person of strangers) expect((await fetchFile(path, person)).statusCode).toBe(404)
  }
})

test('an animal takes no file of other people, of another animal, or without a picture', async () => {
  const { boss, hand, id } = await farm()
  const uuid = await send(boss)
  const { id: other } = await boss.call(calls.create, { name: 'Bella', species: 'cattle', photo_uuids: [uuid] })
  for (const photo_uuids of [[uuid], [await send(hand)], [crypto.randomUUID()]])
    expect(await boss.refused(calls.update, { id, photo_uuids })).toMatchObject({ status: 422 })
  const refused = { id, photo_uuids: [await send(boss, Buffer.from('Words'))] }
  expect(await boss.refused(calls.update, refused)).toMatchObject({ status: 422 })
  expect(await hand.refused(calls.update, { id: other, photo_uuids: [] })).toMatchObject({ status: 403 })
  expect((await boss.call(calls.get, { id: other })).photos).toHaveLength(1)
  expect((await boss.call(calls.get, { id })).photos).toEqual([])
})

test('a photo that was taken away is seen by its sender alone, who can put it back', async () => {
  const { boss, hand, id } = await farm()
  const uuid = await send(boss)
  const { photos } = await boss.call(calls.update, { id, photo_uuids: [uuid] })
  expect((await boss.call(calls.update, { id, photo_uuids: [] })).photos).toEqual([])
  const path = photos[0]?.path ?? ''
  expect((await fetchFile(path, hand)).statusCode).toBe(404)
  expect((await boss.call(calls.update, { id, photo_uuids: [uuid] })).photos).toEqual(photos)
  expect((await fetchFile(path, hand)).statusCode).toBe(200)
})

test('an archived animal keeps its photos for 30 days, and erasing it takes them along', async () => {
  const { boss, id } = await farm()
  const uuid = await send(boss)
  await boss.call(calls.update, { id, photo_uuids: [uuid] })
  await boss.call(calls.remove, { id })
  const kept = () => platform(db => db.select().from(files).where(eq(files.uuid, uuid)))
  const { services } = await tend()
  const erase = () => platform(db => eraseArchivedAnimals.work({}, { db, services } as never))
  await erase()
  expect(await kept()).toHaveLength(1)
  const longAgo = new Date(Date.now() - 31 * 24 * 3600_000)
  await platform(db => db.update(animals).set({ archivedAt: longAgo }).where(eq(animals.id, id)))
  await erase()
  expect(await kept()).toEqual([])
})
