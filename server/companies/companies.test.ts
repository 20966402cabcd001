import { eq, sql } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { plans } from '#shared/companies/plans.ts'
import { TimeZone } from '#shared/lib/fields.ts'
import { locations } from '#shared/locations/contract.ts'
import { sessions } from '../accounts/sessionTable.ts'
import { users } from '../accounts/table.ts'
import { hashToken } from '../lib/security/secrets.ts'
import { admin, company, type Person, platform, stranger } from '../test/people.ts'
import { withoutMailServer } from '../test/withSetting.ts'

const hungary = 348
const draft = { name: 'Új tanya', country_id: hungary, language_id: 2, time_zone: 'Europe/Budapest' }

/** The person has given the password just now. */
const reauthenticated = async (person: Person) => {
  await platform(db =>
    db
      .update(sessions)
      .set({ reauthenticatedAt: new Date() })
      .where(eq(sessions.tokenHash, hashToken(person.token))),
  )
  return person
}

test('the founder of a company manages it, works in it at once, and has a trial of 30 days', async () => {
  const founder = await stranger()
  const made = await founder.call(companies.create, { ...draft, kind_of_business: 'dairy' })

  expect(made).toMatchObject({ ...draft, currency: 'HUF', kind_of_business: 'dairy', two_factor_required: false })
  const user = await founder.call(auth.user, {})
  expect(user).toMatchObject({ company_id: made.id, role_id: 2000, hasCompany: true })
  expect(user.plan).toMatchObject({ is_trial: true, selected_plan_id: null, is_expired: false })
  const days = (Date.parse(user.plan?.ends_at ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(28.9)
  expect(days).toBeLessThan(30.1)
  expect(await founder.call(locations.create, { name: 'Istálló', type: 'barn' })).toMatchObject({ company_id: made.id })
  expect((await founder.call(companies.list, {})).data).toMatchObject([
    { id: made.id, role_id: 2000, member_count: 1, plan: { is_trial: true } },
  ])
})

test('founding a company needs a confirmed address where mail is set up, and only there', async () => {
  const founder = await stranger()
  const confirmed = (emailConfirmedAt: Date | null) =>
    platform(db => db.update(users).set({ emailConfirmedAt }).where(eq(users.id, founder.id)))
  await confirmed(null)
  expect(await founder.refused(companies.create, draft)).toMatchObject({ status: 403, code: 'email_not_confirmed' })
  expect((await founder.call(companies.list, {})).data).toEqual([])
  await confirmed(new Date())
  expect(await founder.call(companies.create, draft)).toMatchObject({ name: draft.name })
  await confirmed(null)
  await withoutMailServer(async () =>
    expect(await founder.call(companies.create, draft)).toMatchObject({ name: draft.name }),
  )
})

test('a company without a country, in no language or in no time zone is not set up', async () => {
  const founder = await stranger()
  const refusal = await founder.refused(companies.create, {
    name: ' ',
    country_id: 999,
    language_id: 9,
    time_zone: 'Mars/Olympus',
    currency: 'XYZ',
    kind_of_business: 'piracy',
  })

  expect(refusal.status).toBe(422)
  expect(Object.keys(refusal.errors ?? {}).sort()).toEqual([
    'country_id',
    'currency',
    'kind_of_business',
    'language_id',
    'name',
    'time_zone',
  ])
  expect(await founder.refused(companies.create, { ...draft, archived_at: null })).toMatchObject({
    errors: { archived_at: [expect.any(String)] },
  })
})

test('every time zone that is taken is the same one to the database', async () => {
  const others = 'AET ACT BST EST IST JST MST PST VST UTC GMT Cuba EST5EDT US/Pacific-New +01:00 -0530 +01 Etc/GMT-3'
  const zones = [...Intl.supportedValuesOf('timeZone'), ...others.split(' ')]
  const taken = zones.filter(zone => TimeZone.safeParse(zone).success)
  expect(zones.filter(zone => !taken.includes(zone))).toEqual(
    'AET ACT BST IST JST PST VST US/Pacific-New +01:00 -0530 +01'.split(' '),
  )
  const moment = Temporal.Instant.from('2026-07-15T12:00:00Z')
  const { rows } = await platform(db =>
    db.execute<{ zone: string; local: string }>(sql`
      select zone, to_char(${moment.toString()}::timestamptz at time zone zone, 'YYYY-MM-DD"T"HH24:MI:SS') as local
      from unnest(${sql.param(taken)}::text[]) as zone`),
  )
  expect(rows).toHaveLength(taken.length)
  for (const { zone, local } of rows)
    expect(local, zone).toBe(moment.toZonedDateTimeISO(zone).toPlainDateTime().toString())
})

test('the same set-up sent twice makes one company', async () => {
  const founder = await stranger()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const [first, second] = [
    await founder.call(companies.create, draft, { headers }),
    await founder.call(companies.create, draft, { headers }),
  ]
  expect(second.id).toBe(first.id)
  expect((await founder.call(companies.list, {})).meta.total).toBe(1)
})

test('somebody sees the companies that they belong to, an admin all, a stranger none', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [hand, guest] = [await farm.worker(), await farm.guest()]

  for (const person of [hand, guest]) {
    expect((await person.call(companies.list, {})).data.map(({ id }) => id)).toEqual([farm.id])
    expect(await person.call(companies.get, { id: farm.id })).toMatchObject({ id: farm.id })
    expect(await person.refused(companies.get, { id: dairy.id })).toMatchObject({ status: 404, code: 'not_found' })
  }
  const nobody = await stranger()
  expect((await nobody.call(companies.list, {})).data).toEqual([])
  expect(await nobody.refused(companies.get, { id: farm.id })).toMatchObject({ status: 404 })
  const boss = await admin()
  const { name } = await boss.call(companies.get, { id: farm.id })
  expect((await boss.call(companies.list, { search: name })).data.map(({ id }) => id)).toContain(farm.id)
  expect((await boss.call(companies.list, { per_page: 100 })).meta.total).toBeGreaterThanOrEqual(2)
})

test('a manager changes the company, and of two who do it at once the later one is told', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await (await company()).manager()]
  const { revision } = await boss.call(companies.get, { id: farm.id })
  const changed = await boss.call(companies.update, {
    id: farm.id,
    name: 'Hill Farm',
    time_zone: 'Asia/Tokyo',
    currency: 'jpy',
    revision,
  })

  expect(changed).toMatchObject({ name: 'Hill Farm', time_zone: 'Asia/Tokyo', currency: 'JPY', revision: revision + 1 })
  expect(await boss.refused(companies.update, { id: farm.id, name: 'Mine', revision })).toMatchObject({
    status: 409,
    code: 'stale_revision',
    data: { name: 'Hill Farm' },
  })
  expect(await hand.refused(companies.update, { id: farm.id, name: 'Mine' })).toMatchObject({ status: 403 })
  expect(await other.refused(companies.update, { id: farm.id, name: 'Mine' })).toMatchObject({ status: 404 })
})

test('a manager who gave the password archives the company: nobody works in it until it is restored', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await (await company()).manager()]

  expect(await boss.refused(companies.remove, { id: farm.id })).toMatchObject({
    status: 403,
    code: 'reauthentication_required',
  })
  expect(await (await reauthenticated(hand)).refused(companies.remove, { id: farm.id })).toMatchObject({ status: 403 })
  expect(await (await reauthenticated(other)).refused(companies.remove, { id: farm.id })).toMatchObject({ status: 404 })
  await (await reauthenticated(boss)).call(companies.remove, { id: farm.id })

  for (const person of [boss, hand]) {
    expect(await person.call(auth.user, {})).toMatchObject({ company_id: null, hasCompany: false, role_id: 3000 })
    expect(await person.refused(locations.list, {})).toMatchObject({ status: 403 })
    expect(await person.heard('abilities.changed')).toEqual([{ company_id: farm.id }])
  }
  expect((await boss.call(companies.list, {})).data).toEqual([])
  expect((await boss.call(companies.list, { archived: true })).data).toMatchObject([{ id: farm.id }])
  expect((await hand.call(companies.list, { archived: true })).data).toEqual([])
  for (const person of [hand, other])
    expect(await person.refused(companies.restore, { id: farm.id })).toMatchObject({ status: 404 })
  expect(await boss.call(companies.restore, { id: farm.id })).toMatchObject({ archived_at: null })
  expect(await hand.call(auth.user, {})).toMatchObject({ company_id: farm.id })
})

test('an admin archives any company, with the password given again', async () => {
  const farm = await company()
  const hand = await farm.worker()
  const alex = await admin()
  expect(await alex.refused(companies.remove, { id: farm.id })).toMatchObject({ code: 'reauthentication_required' })
  await (await reauthenticated(alex)).call(companies.remove, { id: farm.id })
  expect(await hand.call(auth.user, {})).toMatchObject({ hasCompany: false })
})

test('today follows the clock of the company: a trial begun after midnight in Tokyo begins that day', async () => {
  const founder = await stranger()
  const { id } = await founder.call(companies.create, { ...draft, time_zone: 'Pacific/Kiritimati' })
  const [row] = (await founder.call(plans.list, { id })).data
  const there = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(new Date())
  expect(row?.start_date).toBe(there)
  const before = row?.ends_at
  await founder.call(companies.update, { id, time_zone: 'Pacific/Niue' })
  const after = (await founder.call(plans.list, { id })).data[0]?.ends_at
  expect(Date.parse(after ?? '') - Date.parse(before ?? '')).toBe(25 * 3600_000)
})
