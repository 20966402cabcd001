import { expect, test } from 'vitest'
import { files } from '#shared/files/contract.ts'
import { mapPicture } from '#shared/locations/contract.ts'
import { fetchFile } from '../test/files.ts'
import { company, type Person } from '../test/people.ts'
import { photo } from '../test/submissions.ts'

const edges = { north: 47.51, south: 47.5, east: 19.02, west: 19 }
const send = async (person: Person, name = 'farm.jpg', content?: Buffer) =>
  person.call(files.create, {}, { file: { name, content: content ?? (await photo()) } })

const statusFor = async (person: Person, path: string) => (await fetchFile(path, person)).statusCode

test('a manager sets the picture of the farm, everybody who reads locations sees it, and nobody else', async () => {
  const farm = await company()
  const [boss, hand, guest] = [await farm.manager(), await farm.worker(), await farm.guest()]
  const stranger = await (await company()).manager()
  expect(await hand.call(mapPicture.get, {})).toBeNull()
  const file = await send(boss)
  const picture = { file_uuid: file.uuid, description: 'The farm from above', ...edges }
  expect(await hand.refused(mapPicture.set, picture)).toMatchObject({ status: 403 })
  expect(await boss.call(mapPicture.set, picture)).toEqual({ ...picture, path: file.path })
  expect(await hand.call(mapPicture.get, {})).toEqual({ ...picture, path: file.path })
  expect(await guest.refused(mapPicture.get, {})).toMatchObject({ status: 403 })
  expect(await stranger.call(mapPicture.get, {})).toBeNull()
  const seen = await Promise.all([hand, guest, stranger].map(person => statusFor(person, file.path)))
  expect(seen).toEqual([200, 404, 404])
})

test('edges change without a new file, another picture replaces the first, and removing ends both', async () => {
  const farm = await company()
  const [boss, second] = [await farm.manager(), await farm.manager()]
  const [first, other] = [await send(boss), await send(second)]
  const description = 'The plan of the farm'
  await boss.call(mapPicture.set, { file_uuid: first.uuid, description, ...edges })
  // A colleague has not sent that file, but it is the farm's now.
  await second.call(mapPicture.set, { file_uuid: first.uuid, description, ...edges, north: 47.6 })
  expect(await boss.call(mapPicture.get, {})).toMatchObject({ path: first.path, north: 47.6 })
  await second.call(mapPicture.set, { file_uuid: other.uuid, description, ...edges })
  const worker = await farm.worker()
  expect([await statusFor(worker, first.path), await statusFor(worker, other.path)]).toEqual([404, 200])
  for (let times = 0; times < 2; times++) await boss.call(mapPicture.remove, {})
  expect(await boss.call(mapPicture.get, {})).toBeNull()
  expect(await statusFor(worker, other.path)).toBe(404)
})

test('turned edges, a colleague’s own file and what is no picture are refused', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const own = { file_uuid: (await send(boss)).uuid, description: 'The farm', ...edges }
  expect(await boss.refused(mapPicture.set, { ...own, south: 48 })).toMatchObject({ status: 422 })
  expect(await boss.refused(mapPicture.set, { ...own, west: 20 })).toMatchObject({ status: 422 })
  expect(await boss.refused(mapPicture.set, { ...own, file_uuid: (await send(hand)).uuid })).toMatchObject({
    status: 422,
  })
  const { uuid } = await send(boss, 'farm.csv', Buffer.from('a,b\n1,2\n'))
  expect(await boss.refused(mapPicture.set, { ...own, file_uuid: uuid })).toMatchObject({ status: 422 })
})
