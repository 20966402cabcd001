import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forms } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { eraseUnnamedPictures } from '../forms/jobs.ts'
import { formPictures } from '../forms/table.ts'
import { publishedForm } from '../test/forms.ts'
import { company, platform } from '../test/people.ts'
import { attach, begin, photo } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'
import { removeStrayFiles } from './jobs.ts'
import { files } from './table.ts'

test('a file that no row names is removed after a week; a fresh one and one with a row stay', async () => {
  const { services } = await tend()
  const { storage, config } = services
  const farm = await company()
  const hand = await farm.worker()
  const form = await publishedForm(await farm.manager())
  const { path: kept } = await attach(hand, await begin(hand, form))
  const { path: erased, uuid } = await attach(hand, await begin(hand, form))
  await platform(db => db.delete(files).where(eq(files.uuid, uuid)))
  const [fresh, halfWritten] = [`${farm.id}/2026/01/fresh.jpg`, `${farm.id}/2026/01/.half.part`]
  for (const path of [fresh, halfWritten]) await storage.write(path, Buffer.from('x'))
  const before = (days: number) => new Date(Date.now() - days * 24 * 3600_000)
  const age = (path: string, days: number) => utimes(join(config.dataDir, 'files', path), before(days), before(days))
  for (const path of [kept, erased, halfWritten]) await age(path, 8)
  await age(fresh, 6)

  await platform(db => removeStrayFiles.work({}, { db, services })).then(afterwards => afterwards?.())
  const left: string[] = []
  for await (const { path } of storage.list()) left.push(path)
  expect(left).toEqual(expect.arrayContaining([kept, fresh]))
  expect(left).not.toContain(erased)
  expect(left).not.toContain(halfWritten)
})

test('pictures of forms have rows of their own, and stay', async () => {
  const { services } = await tend()
  const { storage, config } = services
  const boss = await (await company()).manager()
  const file = { name: 'ear.jpg', content: await photo() }
  const { path } = await boss.call(forms.addPicture, { uuid: crypto.randomUUID() }, { file })
  const longAgo = new Date(Date.now() - 8 * 24 * 3600_000)
  await utimes(join(config.dataDir, 'files', path), longAgo, longAgo)

  await platform(db => removeStrayFiles.work({}, { db, services })).then(afterwards => afterwards?.())
  expect((await storage.read(path)).length).toBeGreaterThan(0)
})

test('a picture that no draft, version or library names is erased after 30 days', async () => {
  const { services } = await tend()
  const boss = await (await company()).manager()
  const file = { name: 'ear.jpg', content: await photo() }
  const [inDraft, inVersion, inLibrary, nowhere, fresh] = await Promise.all(
    Array.from({ length: 5 }, () => boss.call(forms.addPicture, { uuid: crypto.randomUUID() }, { file })),
  )
  if (!inDraft || !inVersion || !inLibrary || !nowhere || !fresh) throw new Error('There are five.')
  const showing = (uuid: string): Definition => ({
    schema: 1,
    default_language: 'en',
    sections: [
      {
        id: 's',
        title: { en: 'S' },
        questions: [{ type: 'text', id: 'q', label: { en: 'Q' }, picture: { uuid, name: 'ear.jpg' } }],
      },
    ],
  })
  const form = await publishedForm(boss, showing(inVersion.uuid))
  await boss.call(forms.update, { id: form.id, definition: showing(inDraft.uuid) })
  const element = showing(inLibrary.uuid).sections[0]?.questions[0]
  await boss.call(forms.addToLibrary, { name: { en: 'Q' }, content: { elements: element ? [element] : [] } })
  await platform(db =>
    db
      .update(formPictures)
      .set({ createdAt: new Date(Date.now() - 31 * 24 * 3600_000) })
      .where(ne(formPictures.uuid, fresh.uuid)),
  )

  const afterwards = await platform(db => eraseUnnamedPictures.work({}, { db, services }))
  await afterwards?.()
  const left = await platform(db => db.select({ path: formPictures.path }).from(formPictures))
  const paths = left.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining([inDraft.path, inVersion.path, inLibrary.path, fresh.path]))
  expect(paths).not.toContain(nowhere.path)
  await expect(services.storage.read(nowhere.path)).rejects.toThrow()
})
