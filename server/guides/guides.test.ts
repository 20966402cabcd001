import { expect, test } from 'vitest'
import { auditLog } from '#shared/audit/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { guides } from '#shared/guides/contract.ts'
import { localDay } from '#shared/lib/localTime.ts'
import { roles } from '#shared/lib/roles.ts'
import { daysLater } from '../lib/localDays.ts'
import { company, type Person } from '../test/people.ts'

const gates = {
  title: { en: 'Gates' },
  body: { en: '## Why\n\nStock get out.\n\n## How\n\n- Shut it\n- Look back' },
  default_language: 'en',
} as const

async function published(boss: Person, more: object = {}) {
  const { id } = await boss.call(guides.create, { ...gates, ...more })
  return boss.call(guides.publish, { id })
}
const titles = (list: { data: { title: object }[] }) => list.data.map(({ title }) => Object.values(title)[0])

test('a manager writes a guide, publishes it, and then everybody who works here reads it', async () => {
  const farm = await company()
  const [boss, hand, guest] = [await farm.manager(), await farm.worker(), await farm.guest()]
  const draft = await boss.call(guides.create, { ...gates, category: 'safety' })
  expect(draft).toMatchObject({
    company_id: farm.id,
    status: 'draft',
    version: null,
    owner_id: boss.id,
    owner_name: boss.name,
    has_unpublished_changes: true,
    draft: { ...gates, stale_languages: [] },
    published: null,
  })
  expect((await hand.call(guides.list, {})).data).toEqual([])
  expect(await hand.refused(guides.get, { id: draft.id })).toMatchObject({ status: 404 })

  const guide = await boss.call(guides.publish, { id: draft.id, revision: draft.revision })
  expect(guide).toMatchObject({ status: 'published', version: 1, has_unpublished_changes: false })
  expect(guide.published).toMatchObject({ number: 1, published_by_name: boss.name, content: gates })
  expect(titles(await hand.call(guides.list, {}))).toEqual(['Gates'])
  expect(await hand.call(guides.get, { id: guide.id })).toEqual({ ...guide, draft: null })
  expect((await guest.call(guides.list, {})).data).toEqual([])
  expect(await hand.heard('guide.changed')).toEqual([{ id: guide.id, company_id: farm.id }])
})

test('readers see changes only once published; publishing without changes adds no version', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await published(boss)
  const draft = await boss.call(guides.update, { id, body: { en: 'Shut them all.' } })
  expect(draft).toMatchObject({ has_unpublished_changes: true, version: 1 })
  expect((await hand.call(guides.get, { id })).published?.content.body).toEqual(gates.body)
  expect(await boss.call(guides.publish, { id })).toMatchObject({ version: 2 })
  expect(await boss.call(guides.publish, { id })).toMatchObject({ version: 2 })
  expect((await hand.call(guides.get, { id })).published?.content.body).toEqual({ en: 'Shut them all.' })
})

test('a guide needs a title in its own language, and words before it is published', async () => {
  const boss = await (await company()).manager()
  expect(await boss.refused(guides.create, { title: { hu: 'Kapuk' }, default_language: 'en' })).toMatchObject({
    status: 422,
    errors: { 'title.en': [expect.any(String)] },
  })
  const { id } = await boss.call(guides.create, { title: { en: 'Empty' }, default_language: 'en' })
  expect(await boss.refused(guides.publish, { id })).toMatchObject({
    status: 422,
    errors: { 'body.en': [expect.any(String)] },
  })
  expect(await boss.refused(guides.update, { id, title: { en: ' ' } })).toMatchObject({ status: 422 })
  expect(await boss.refused(guides.update, { id, body: { en: 'x'.repeat(50_001) } })).toMatchObject({ status: 422 })
})

test('the second of two editors is told what the first saved, and nothing is lost', async () => {
  const farm = await company()
  const [boss, other] = [await farm.manager(), await farm.manager()]
  const { id, revision } = await boss.call(guides.create, gates)
  const first = await boss.call(guides.update, { id, revision, body: { en: 'First' } })
  const refusal = await other.refused(guides.update, { id, revision, body: { en: 'Second' } })
  expect(refusal).toMatchObject({ status: 409, code: 'stale_revision' })
  expect(refusal.data).toMatchObject({ revision: first.revision, draft: { body: { en: 'First' } } })
  expect(await other.refused(guides.publish, { id, revision })).toMatchObject({ status: 409 })
})

test('each role reads the guides for it, and others do not learn of them', async () => {
  const farm = await company()
  const [boss, hand, guest] = [await farm.manager(), await farm.worker(), await farm.guest()]
  const forAll = await published(boss, { title: { en: 'All' } })
  const forBosses = await published(boss, { title: { en: 'Bosses' }, reader_role_ids: [roles.manager] })
  const forGuests = await published(boss, { title: { en: 'Guests' }, reader_role_ids: [], for_guests: true })

  expect(titles(await boss.call(guides.list, {})).sort()).toEqual(['All', 'Bosses', 'Guests'])
  expect(titles(await hand.call(guides.list, {}))).toEqual(['All'])
  expect(titles(await guest.call(guides.list, {}))).toEqual(['Guests'])
  expect(await hand.refused(guides.get, { id: forBosses.id })).toMatchObject({ status: 404 })
  expect(await guest.refused(guides.read, { id: forAll.id, version: 1 })).toMatchObject({ status: 404 })
  await boss.call(guides.update, { id: forGuests.id, for_guests: false })
  expect((await guest.call(guides.list, {})).data).toEqual([])
})

test('only managers write, publish, archive and look who has read', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await published(boss)
  expect(await hand.refused(guides.create, gates)).toMatchObject({ status: 403 })
  expect(await hand.refused(guides.all, {})).toMatchObject({ status: 403 })
  for (const call of [guides.update, guides.publish, guides.remove, guides.restore, guides.versions, guides.readers])
    expect(await hand.refused(call, { id })).toMatchObject({ status: 403 })
})

test('the other company sees no guide, and cannot tell it from one that does not exist', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, stranger] = [await farm.manager(), await dairy.manager()]
  const { id } = await published(boss)
  expect((await stranger.call(guides.list, {})).meta.total).toBe(0)
  expect((await stranger.call(guides.all, {})).meta.total).toBe(0)
  const missing = await stranger.send(guides.get, { id: 2_000_000 })
  for (const call of [guides.get, guides.publish, guides.remove, guides.restore, guides.versions, guides.pdf]) {
    const answer = await stranger.send(call, { id })
    expect([answer.statusCode, answer.body]).toEqual([404, missing.body])
  }
  const theirs = await published(stranger)
  expect(await stranger.refused(guides.update, { id: theirs.id, owner_id: boss.id })).toMatchObject({
    status: 422,
    errors: { owner_id: [expect.any(String)] },
  })
})

test('a translation is older than its original until somebody writes in it', async () => {
  const boss = await (await company()).manager()
  const body = { en: 'Shut them.', hu: 'Csukd be.', de: 'Schließen.' }
  const { id } = await boss.call(guides.create, { ...gates, body })
  const stale = async (changed: object) =>
    (await boss.call(guides.update, { id, body: { ...body, ...changed } })).draft?.stale_languages
  expect(await stale({ en: 'Shut them all.' })).toEqual(['de', 'hu'].sort((a, b) => order(a) - order(b)))
  expect(await stale({ en: 'Shut them all.', hu: 'Csukd be mindet.' })).toEqual(['de'])
})
const order = (locale: string) => ['en', 'hu', 'de', 'fr', 'ar'].indexOf(locale)

test('lists search in the texts that the reader sees, and page, sort and filter', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await published(boss, { title: { en: 'Lift', hu: 'Emelő' }, body: { en: 'Mind your back', hu: 'Vigyázz a hátadra' } })
  await published(boss, { category: 'emergencies', must_read: true })
  await boss.call(guides.create, { title: { en: 'Later' }, default_language: 'en', review_on: '2020-01-01' })

  expect(titles(await hand.call(guides.list, { search: 'Mind' }))).toEqual(['Lift'])
  expect(titles(await hand.call(guides.list, { search: 'hátad' }))).toEqual([])
  expect(titles(await hand.call(guides.list, { search: 'hátad' }, { lang: 'hu' }))).toEqual(['Lift'])
  expect(titles(await hand.call(guides.list, {}))).toEqual(['Gates', 'Lift'])
  expect(titles(await hand.call(guides.list, { is_due: true }))).toEqual(['Gates'])
  expect(titles(await hand.call(guides.list, { category: 'other' }))).toEqual(['Lift'])
  expect((await hand.call(guides.list, { per_page: 10, page: 2 })).meta).toMatchObject({ total: 2, last_page: 1 })
  expect(titles(await boss.call(guides.all, {}))).toEqual(['Gates', 'Later', 'Lift'])
  expect(titles(await boss.call(guides.all, { sort: '-title' }))).toEqual(['Lift', 'Later', 'Gates'])
  expect(titles(await boss.call(guides.all, { status: 'draft' }))).toEqual(['Later'])
  expect(titles(await boss.call(guides.all, { review_due: true }))).toEqual(['Later'])
})

test('the review of a guide is due by the day at the company', async () => {
  const farm = await company()
  const boss = await farm.manager()
  // One of them always has another day than UTC.
  const timeZone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
  await boss.call(companies.update, { id: farm.id, time_zone: timeZone })
  const today = localDay(Date.now(), timeZone)
  const guide = { default_language: 'en' as const }
  await boss.call(guides.create, { ...guide, title: { en: 'Today' }, review_on: today })
  await boss.call(guides.create, { ...guide, title: { en: 'Tomorrow' }, review_on: daysLater(today, 1) })
  expect(titles(await boss.call(guides.all, { review_due: true }))).toEqual(['Today'])
  expect(titles(await boss.call(guides.all, { review_due: false }))).toEqual(['Tomorrow'])
})

test('an archived guide is gone for readers, and comes back whole', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await published(boss)
  await boss.call(guides.remove, { id })
  expect((await hand.call(guides.list, {})).data).toEqual([])
  expect(await hand.refused(guides.get, { id })).toMatchObject({ status: 404 })
  expect(titles(await boss.call(guides.all, { archived: true }))).toEqual(['Gates'])
  expect(await boss.call(guides.restore, { id })).toMatchObject({ version: 1, archived_at: null })
  expect(titles(await hand.call(guides.list, {}))).toEqual(['Gates'])
  const log = await boss.call(auditLog.list, { subject_type: 'Guide' })
  expect(log.data.map(({ action }) => action)).toEqual([
    'guide.restored',
    'guide.archived',
    'guide.published',
    'guide.created',
  ])
})
