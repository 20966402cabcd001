import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { files } from '#shared/files/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { placedElements } from '#shared/forms/elements.ts'
import { guides } from '#shared/guides/contract.ts'
import { storedPathsIn } from '#shared/guides/guideText.ts'
import { files as stored } from '../../files/table.ts'
import { company, type Person, platform } from '../../test/people.ts'

const key = 'score-lameness'

/** The answer to somebody who opens a stored file. */
async function opening(person: Person, path = '') {
  const [file] = await platform(db => db.select({ id: stored.id }).from(stored).where(eq(stored.path, path)))
  return person.send(files.link, { id: file?.id ?? 0 })
}

test('a manager uses a ready guide: it is published with its drawing, and everybody reads it', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const offered = (await boss.call(guides.ready, {})).find(one => one.key === key)
  expect(offered).toMatchObject({ guide_id: null, category: 'health' })
  expect(await hand.refused(guides.takeReady, { key })).toMatchObject({ status: 403 })

  const guide = await boss.call(guides.takeReady, { key })
  expect(guide).toMatchObject({ status: 'published', version: 1, title: offered?.title, category: 'health' })
  const texts = Object.values((await hand.call(guides.get, { id: guide.id })).published?.content.body ?? {})
  const paths = new Set(texts.flatMap(storedPathsIn))
  expect(texts).toHaveLength(5)
  expect(paths.size).toBe(1)
  expect((await opening(hand, [...paths][0])).statusCode).toBe(200)
  const pdf = await hand.send(guides.pdf, { id: guide.id }, { lang: 'ar' })
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a company has one copy of a ready guide, and an archived one comes back', async () => {
  const boss = await (await company()).manager()
  const { id } = await boss.call(guides.takeReady, { key })
  expect(await boss.call(guides.takeReady, { key })).toMatchObject({ id, version: 1 })
  expect((await boss.call(guides.ready, {})).find(one => one.key === key)?.guide_id).toBe(id)
  await boss.call(guides.remove, { id })
  expect((await boss.call(guides.ready, {})).find(one => one.key === key)?.guide_id).toBe(null)
  expect(await boss.call(guides.takeReady, { key })).toMatchObject({ id, archived_at: null })
  expect(await boss.refused(guides.takeReady, { key: 'none' })).toMatchObject({ status: 404 })

  const stranger = await (await company()).manager()
  expect((await stranger.call(guides.takeReady, { key })).id).not.toBe(id)
  expect(await stranger.refused(guides.get, { id })).toMatchObject({ status: 404 })
})

test('a form from a template brings the guides that its questions need, once for all forms', async () => {
  const boss = await (await company()).manager()
  const linksOf = async (template_key: string) => {
    const { draft } = await boss.call(forms.create, { template_key })
    return draft
      ? placedElements(draft).flatMap(({ element }) => (element.guide ? [[element.id, element.guide.guide_id]] : []))
      : []
  }
  const ofCows = new Map((await linksOf('dairy-cow-visit')) as [string, number][])
  const ofSheep = new Map((await linksOf('sheep-flock-visit')) as [string, number][])
  const lameness = ofCows.get('gait')
  expect(lameness).toBeGreaterThan(0)
  expect(ofSheep.get('gait')).toBe(lameness)
  expect(await boss.call(guides.get, { id: lameness ?? 0 })).toMatchObject({ status: 'published' })
})

test('the drawing of a ready guide is a file of the company, which strangers cannot open', async () => {
  const boss = await (await company()).manager()
  const { published } = await boss.call(guides.takeReady, { key })
  const [path = ''] = storedPathsIn(published?.content.body.en ?? '')
  const stranger = await (await company()).manager()
  expect((await opening(stranger, path)).statusCode).toBe(404)
})
