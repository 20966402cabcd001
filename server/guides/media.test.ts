import { expect, test } from 'vitest'
import { files } from '#shared/files/contract.ts'
import { guides } from '#shared/guides/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { company, type Person } from '../test/people.ts'
import { photo } from '../test/submissions.ts'

const send = async (person: Person) =>
  person.call(files.create, {}, { file: { name: 'cow.jpg', content: await photo(200, 100) } })
const naming = (path: string) => ({
  title: { en: 'Cows' },
  body: { en: `Look\n\n![A cow](/storage/${path})\n\n| A | B |\n| --- | --- |\n| 1 | 2 |` },
  default_language: 'en' as const,
})

test('readers of a guide see its pictures, and nobody else does', async () => {
  const farm = await company()
  const [boss, other, hand] = [await farm.manager(), await farm.manager(), await farm.worker()]
  const stranger = await (await company()).manager()
  const { id: fileId, path } = await send(boss)
  expect(await other.refused(files.link, { id: fileId })).toMatchObject({ status: 404 })

  const { id } = await boss.call(guides.create, { ...naming(path), reader_role_ids: [roles.manager] })
  await boss.call(guides.publish, { id })
  expect((await other.send(files.link, { id: fileId })).statusCode).toBe(200)
  expect(await hand.refused(files.link, { id: fileId })).toMatchObject({ status: 404 })
  await boss.call(guides.update, { id, reader_role_ids: null })
  expect((await hand.send(files.link, { id: fileId })).statusCode).toBe(200)
  expect(await stranger.refused(files.link, { id: fileId })).toMatchObject({ status: 404 })
  for (const lang of ['en', 'ar'] as const)
    expect((await hand.send(guides.pdf, { id }, { lang })).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

test('an address opens nothing that its writer could not see', async () => {
  const farm = await company()
  const [boss, other, hand] = [await farm.manager(), await farm.manager(), await farm.worker()]
  const theirs = await send(other)
  const { id } = await boss.call(guides.create, naming(theirs.path))
  await boss.call(guides.publish, { id })
  for (const person of [boss, hand])
    expect(await person.refused(files.link, { id: theirs.id })).toMatchObject({ status: 404 })
  // Without the picture, whose place says that it is missing.
  expect((await hand.send(guides.pdf, { id })).statusCode).toBe(200)

  const ours = await send(boss)
  const { id: forBosses } = await boss.call(guides.create, { ...naming(ours.path), reader_role_ids: [roles.manager] })
  await boss.call(guides.publish, { id: forBosses })
  const { id: copied } = await other.call(guides.create, naming(ours.path))
  await other.call(guides.publish, { id: copied })
  expect((await hand.send(files.link, { id: ours.id })).statusCode).toBe(200)
})
