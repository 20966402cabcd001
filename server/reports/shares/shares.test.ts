import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '#shared/audit/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { feeds } from '#shared/feeds/contract.ts'
import { helpers } from '#shared/helpers/contract.ts'
import { reports } from '#shared/reports/contract.ts'
import { type Share, shares } from '#shared/shares/contract.ts'
import { sharedPages } from '#shared/shares/sharedPage.ts'
import { publishedForm } from '../../test/forms.ts'
import { admin, belongs, company, type Person, platform, request } from '../../test/people.ts'
import { complete } from '../../test/submissions.ts'
import { sendTask } from '../../test/tasks.ts'
import { tend } from '../../test/tend.ts'
import { linkOf, somewhere, turnedAway, visit } from '../../test/visitors.ts'
import { eraseEndedShares } from './module.ts'
import { shares as shareTable } from './table.ts'

const day = 24 * 3600_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

/** What an address of a share names. */
function linkIn({ address }: Pick<Share, 'address'>) {
  const [, id = '', token = ''] = /\/shared\/(\d+)\/([\w-]+)$/.exec(address) ?? []
  return { id: Number(id), token }
}

async function sharedFarm(settings: { pin?: string } = {}) {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  await complete(hand, form)
  const report = await boss.call(reports.create, { name: 'Lame cows', description: 'For the vet' })
  const share = await boss.call(shares.create, {
    kind: 'report',
    subject_id: report.id,
    expires_at: inDays(30),
    ...settings,
  })
  return { farm, boss, hand, form, report, share, link: linkIn(share) }
}

test('a link shows the report and its PDF as its sharer sees it; visits are counted by day', async () => {
  const { boss, report, share, link } = await sharedFarm()
  const { services } = await tend()
  expect(share.address).toMatch(new RegExp(`^${services.address('')}/shared/\\d+/[\\w-]{43}$`))
  expect(share).toMatchObject({ has_pin: false, opened: 0, opened_on: null, created_by: boss.id })

  const shown = await visit(sharedPages.open, link)
  expect(shown).toMatchObject({
    shared_by: boss.name,
    content: {
      kind: 'report',
      report: { name: 'Lame cows', description: 'For the vet' },
      data: { report_id: report.id, is_everything: true, photos: null, totals: { submissions: 1 } },
    },
  })
  if (shown.content.kind !== 'report') throw new Error('That is no report.')
  // Nothing of the row that is not declared leaves.
  expect(Object.keys(shown.content.report).toSorted()).toEqual([
    'description',
    'form_ids',
    'group_by',
    'name',
    'period',
  ])
  const pdf = await request(sharedPages.pdf, link, null, { from: somewhere() })
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const [listed] = await boss.call(shares.of, { kind: 'report', subject_id: report.id })
  expect(listed).toMatchObject({ id: share.id, address: share.address, opened: 1 })
  expect(listed?.opened_on).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect((await boss.call(auditLog.list, { action: 'report.shared' })).data).toMatchObject([
    { subject_type: 'Report', subject_id: report.id },
  ])
})

test('a wrong token, another id and a revoked link open nothing', async () => {
  const { boss, report, share, link } = await sharedFarm()
  const other = await sharedFarm()
  expect(await turnedAway(sharedPages.open, { ...link, token: `${link.token.slice(1)}A` })).toMatchObject({
    status: 404,
  })
  expect(await turnedAway(sharedPages.open, { ...link, id: other.link.id })).toMatchObject({ status: 404 })
  expect(await other.boss.refused(shares.remove, { kind: 'report', id: share.id })).toMatchObject({
    status: 404,
  })
  await boss.call(shares.remove, { kind: 'report', id: share.id })
  await boss.call(shares.remove, { kind: 'report', id: share.id })
  expect(await turnedAway(sharedPages.open, link)).toMatchObject({ status: 410, code: 'share_taken_back' })
  expect(await turnedAway(sharedPages.pdf, link)).toMatchObject({ status: 410 })
  // Only a visitor who had the link is told.
  const wrong = { ...link, token: `${link.token.slice(1)}A` }
  expect(await turnedAway(sharedPages.open, wrong)).toMatchObject({ status: 404, code: 'not_found' })
  expect(await boss.call(shares.of, { kind: 'report', subject_id: report.id })).toEqual([])
  expect((await boss.call(auditLog.list, { action: 'report.share_ended' })).data).toHaveLength(1)
})

test('the PIN is asked before anything is said, and its tries are limited as those of forms', async () => {
  const { link, share } = await sharedFarm({ pin: '471147' })
  expect(share.has_pin).toBe(true)
  const asked = await turnedAway(sharedPages.open, link)
  expect(asked).toMatchObject({ status: 403, code: 'pin_required' })
  expect(JSON.stringify(asked)).not.toContain('Lame cows')
  expect(await turnedAway(sharedPages.pdf, link)).toMatchObject({ code: 'pin_required' })
  expect(await visit(sharedPages.open, link, { pin: '471147' })).toMatchObject({
    content: { report: { name: 'Lame cows' } },
  })
  const from = somewhere()
  for (let attempt = 1; attempt <= 10; attempt++)
    expect(await turnedAway(sharedPages.open, link, { from, pin: '0000' })).toMatchObject({ code: 'wrong_pin' })
  expect(await turnedAway(sharedPages.open, link, { from, pin: '471147' })).toMatchObject({ status: 429 })
  expect(await visit(sharedPages.open, link, { pin: '471147' })).toBeTruthy()
})

test('it ends on its day, and shares end at most a year from now', async () => {
  const { boss, report, link } = await sharedFarm()
  await platform(db =>
    db
      .update(shareTable)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(shareTable.id, link.id)),
  )
  expect(await turnedAway(sharedPages.open, link)).toMatchObject({ status: 410, code: 'public_link_expired' })
  const refused = async (expires_at: string) =>
    (await boss.refused(shares.create, { kind: 'report', subject_id: report.id, expires_at })).errors?.expires_at
  expect(await refused(inDays(-1))).toEqual(['This date is in the past.'])
  expect(await refused(inDays(400))).toEqual(['At most 366 days from now.'])
})

test.each([
  [
    'frozen',
    async (farm: { id: number }, by: Person, who: Person): Promise<unknown> =>
      by.call(companies.freeze, { id: farm.id, user_id: who.id }),
  ],
  [
    'removed',
    async (farm: { id: number }, by: Person, who: Person): Promise<unknown> =>
      by.call(companies.removeMember, { id: farm.id, user_id: who.id }),
  ],
] as const)('the link of somebody who is %s opens nothing', async (_, end) => {
  const { farm, boss, link } = await sharedFarm()
  await end(farm, await farm.manager(), boss)
  expect(await turnedAway(sharedPages.open, link)).toMatchObject({ status: 404 })
})

test('an archived report is shared no more, until it is restored', async () => {
  const { boss, report, link } = await sharedFarm()
  await boss.call(reports.remove, { id: report.id })
  expect(await turnedAway(sharedPages.open, link)).toMatchObject({ status: 404 })
  await boss.call(reports.restore, { id: report.id })
  expect(await visit(sharedPages.open, link)).toBeTruthy()
})

test('managers see all living links of their company in one list, and take each back where it was made', async () => {
  const { farm, boss, hand, form, report, share, link } = await sharedFarm()
  const door = await linkOf(boss, form, { pin: '1234' })
  await hand.call(feeds.create, {})
  const sent = await sendTask(boss, hand, { title: 'Look at the cow' })
  const helper = await boss.call(helpers.create, { id: sent.id, email: 'vet@example.test' })
  await sharedFarm()

  const { data, meta } = await boss.call(shares.list, {})
  expect(meta.total).toBe(4)
  expect(Object.fromEntries(data.map(thing => [thing.kind, thing]))).toMatchObject({
    report: { id: share.id, subject_id: report.id, name: 'Lame cows', created_by_name: boss.name, has_pin: false },
    form: { subject_id: form.id, name: form.name, has_pin: true, opened: 0 },
    calendar: { subject_id: hand.id, name: hand.name, created_by_name: hand.name },
    helper: { id: helper.id, subject_id: sent.id, label: 'vet@example.test', name: 'Look at the cow' },
  })
  expect((await boss.call(shares.list, { kind: 'form' })).data).toHaveLength(1)
  expect((await boss.call(shares.list, { per_page: 10, page: 2 })).data).toEqual([])
  expect(await hand.refused(shares.list, {})).toMatchObject({ status: 403 })

  const second = await farm.manager()
  for (const { kind, id } of data) await second.call(shares.remove, { kind, id })
  expect((await boss.call(shares.list, {})).data).toEqual([])
  expect(await turnedAway(sharedPages.open, link)).toMatchObject({ status: 410 })
  const { publicForms } = await import('#shared/public-links/publicForm.ts')
  expect(await turnedAway(publicForms.get, door)).toMatchObject({ status: 404 })
  expect(await hand.call(feeds.get, {})).toBeNull()
  expect((await hand.call(helpers.list, { id: sent.id }))[0]?.revoked_at).not.toBeNull()
  expect(await boss.heard('share.changed')).not.toEqual([])
})

test('a link that ended is erased a month later, and one that lives stays', async () => {
  const { boss, report, share } = await sharedFarm({ pin: '471147' })
  const make = () => boss.call(shares.create, { kind: 'report', subject_id: report.id, expires_at: inDays(300) })
  const [ended, lately, takenBack, takenBackLately] = [await make(), await make(), await make(), await make()]
  const set = ({ id }: Share, values: Partial<typeof shareTable.$inferInsert>) =>
    platform(db => db.update(shareTable).set(values).where(eq(shareTable.id, id)))
  const ago = (days: number) => new Date(Date.now() - days * day)
  await set(ended, { expiresAt: ago(31) })
  await set(lately, { expiresAt: ago(29) })
  await set(takenBack, { revokedAt: ago(31) })
  await set(takenBackLately, { revokedAt: ago(29) })
  const { services } = await tend()
  await platform(db => eraseEndedShares.work({}, { db, services }))
  const left = await platform(db => db.select().from(shareTable).where(eq(shareTable.reportId, report.id)))
  expect(left.map(({ id }) => id).toSorted()).toEqual([share, lately, takenBackLately].map(({ id }) => id).toSorted())
  expect((await boss.call(auditLog.list, { action: 'report.shared' })).meta.total).toBe(5)
})

test('a platform admin who does not act neither shares nor reads a company’s links', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const { id } = await boss.call(reports.create, { name: 'Pens' })
  const expires_at = new Date(Date.now() + 3600_000).toISOString()
  await boss.call(shares.create, { kind: 'report', subject_id: id, expires_at })
  const outside = await admin()
  for (const answer of [
    await outside.refused(shares.of, { kind: 'report', subject_id: id }),
    await outside.refused(shares.create, { kind: 'report', subject_id: id, expires_at }),
  ])
    expect(answer).toMatchObject({ status: 403, code: 'forbidden' })
  // One who works there does as others who do.
  await belongs(outside, farm.id, 2000)
  expect(await outside.call(shares.of, { kind: 'report', subject_id: id })).toHaveLength(1)
})
