import { expect, test } from 'vitest'
import { guides } from '#shared/guides/contract.ts'
import { company, type Person } from '../test/people.ts'

const gates = { title: { en: 'Gates' }, body: { en: 'Shut them.' }, default_language: 'en', must_read: true } as const

async function published(boss: Person, more: object = {}) {
  const { id } = await boss.call(guides.create, { ...gates, ...more })
  return boss.call(guides.publish, { id })
}

test('everybody confirms each version, and a manager sees who has and who has not', async () => {
  const farm = await company()
  const [boss, hand, second] = [await farm.manager(), await farm.worker(), await farm.worker()]
  await farm.guest()
  const { id } = await published(boss)
  expect((await hand.call(guides.list, {})).data).toMatchObject([{ is_due: true, confirmed_version: null }])
  expect(await hand.call(guides.read, { id, version: 1 })).toMatchObject({ is_due: false, confirmed_version: 1 })
  const again = await hand.call(guides.read, { id, version: 1 })
  expect(again.confirmed_version).toBe(1)

  const names = async (hasConfirmed: boolean) =>
    (await boss.call(guides.readers, { id, has_confirmed: hasConfirmed })).data.map(({ name }) => name)
  expect(await names(true)).toEqual([hand.name])
  expect((await names(false)).sort()).toEqual([boss.name, second.name].sort())
  expect((await boss.call(guides.readers, { id })).meta.total).toBe(3)
  expect((await boss.call(guides.all, {})).data).toMatchObject([{ confirmed_count: 1, reader_count: 3 }])
  expect(await boss.heard('guide.changed')).toContainEqual({ id, company_id: farm.id })

  await boss.call(guides.update, { id, body: { en: 'Shut them all.' } })
  expect(await hand.call(guides.get, { id })).toMatchObject({ is_due: false })
  await boss.call(guides.publish, { id })
  expect(await hand.call(guides.get, { id })).toMatchObject({ is_due: true, confirmed_version: 1 })
  expect((await boss.call(guides.all, {})).data).toMatchObject([{ confirmed_count: 0, reader_count: 3 }])
  expect((await boss.call(guides.readers, { id, version: 1, has_confirmed: true })).meta.total).toBe(1)
})

test('nobody confirms a version that they have not seen', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await published(boss)
  await boss.call(guides.update, { id, body: { en: 'Other' } })
  await boss.call(guides.publish, { id })
  const refusal = await hand.refused(guides.read, { id, version: 1 })
  expect(refusal).toMatchObject({ status: 409, code: 'stale_revision' })
  expect(refusal.data).toMatchObject({ version: 2, published: { content: { body: { en: 'Other' } } } })
})

test('a guide for guests alone is confirmed by guests', async () => {
  const farm = await company()
  const [boss, guest] = [await farm.manager(), await farm.guest()]
  const { id } = await published(boss, { reader_role_ids: [], for_guests: true })
  expect((await boss.call(guides.list, {})).data).toMatchObject([{ is_due: false }])
  await guest.call(guides.read, { id, version: 1 })
  expect((await boss.call(guides.readers, { id })).data).toMatchObject([
    { user_id: guest.id, confirmed_at: expect.any(String) },
  ])
})

test('versions say who published them and when, and an earlier one becomes the draft again', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const { id } = await published(boss)
  await boss.call(guides.update, { id, body: { en: 'Other', hu: 'Más' } })
  const { revision } = await boss.call(guides.publish, { id })
  const history = await boss.call(guides.versions, { id })
  expect(history.data).toMatchObject([
    { number: 2, published_by_name: boss.name, languages: expect.arrayContaining(['en', 'hu']) },
    { number: 1, published_by_name: boss.name, languages: ['en'] },
  ])
  expect((await boss.call(guides.version, { id, number: 1 })).content.body).toEqual(gates.body)
  expect(await boss.refused(guides.version, { id, number: 3 })).toMatchObject({ status: 404 })

  const restored = await boss.call(guides.restoreVersion, { id, number: 1, revision })
  expect(restored).toMatchObject({ version: 2, has_unpublished_changes: true, draft: { body: gates.body } })
  expect(await boss.refused(guides.restoreVersion, { id, number: 2, revision })).toMatchObject({ status: 409 })
  expect(await boss.call(guides.publish, { id })).toMatchObject({ version: 3 })
})

test('readers of a guide download it as a document in its language', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const body = {
    en:
      '## Why\n\nStock **get** out, see [here](https://example.test).\n\n> Call [the vet](tel:+44)\n\n' +
      '- One\n\n1. First\n\n- [x] Gate',
    ar: '## لماذا\n\nتخرج **الحيوانات**.\n\n- [ ] البوابة',
  }
  const { id } = await published(boss, { title: { en: 'Gates', ar: 'البوابات' }, body })
  for (const lang of ['en', 'ar', 'hu'] as const) {
    const pdf = await hand.send(guides.pdf, { id }, { lang })
    expect(pdf.statusCode).toBe(200)
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  }
  const { id: draft } = await boss.call(guides.create, gates)
  expect(await hand.refused(guides.pdf, { id: draft })).toMatchObject({ status: 404 })
  expect((await boss.send(guides.pdf, { id: draft })).statusCode).toBe(200)
})
