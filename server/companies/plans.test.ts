import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { animals } from '#shared/animals/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { plans } from '#shared/companies/plans.ts'
import { forms } from '#shared/forms/contract.ts'
import { dayAt, daysLater } from '../lib/localDays.ts'
import { mailsTo } from '../test/mails.ts'
import { admin, company, type Person, stranger } from '../test/people.ts'

const today = dayAt(new Date(), 'UTC')
const day = (days: number) => daysLater(today, days)
const limits = { users: 5, animals: null, forms: null, storage: null }

const small = async (person: Person) => {
  const offer = (await person.call(plans.offers, {})).find(({ name }) => name.en === 'Small')
  if (!offer) throw new Error('The offers that a new tend begins with are missing.')
  return offer
}

test('the price list is there from the start, without the trial, in every language', async () => {
  const [hand, boss] = [await (await company()).worker(), await admin()]
  const offers = await hand.call(plans.offers, {})

  expect(offers.map(({ name }) => name.en)).toEqual(['Small', 'Medium', 'Large'])
  for (const { name, description, prices } of offers) {
    expect(Object.keys(name).sort()).toEqual(['ar', 'de', 'en', 'fr', 'hu'])
    expect(Object.keys(description)).toHaveLength(5)
    expect(prices.EUR).toBeGreaterThan(0)
  }
  expect((await boss.call(plans.offers, {})).map(({ name }) => name.en)).toContain('Trial')
})

test('an admin edits the price list, and nobody else does', async () => {
  const [boss, manager] = [await admin(), await (await company()).manager()]
  const draft = { name: { en: 'Vet' }, limits, prices: { EUR: 9.5 }, days: 365, position: 900 }
  const made = await boss.call(plans.createOffer, draft)

  expect(made).toMatchObject({ ...draft, period: 'month', is_trial: false, is_offered: true, description: {} })
  const changed = await boss.call(plans.updateOffer, { id: made.id, prices: { EUR: 12 }, revision: made.revision })
  expect(changed).toMatchObject({ prices: { EUR: 12 }, name: { en: 'Vet' } })
  expect(await boss.refused(plans.updateOffer, { id: made.id, prices: {}, revision: made.revision })).toMatchObject({
    status: 409,
  })
  for (const wrong of [{ prices: { EUR: -1 } }, { prices: { euro: 1 } }, { limits: { users: 1 } }, { days: 0 }])
    expect(await boss.refused(plans.createOffer, { ...draft, ...wrong })).toMatchObject({ status: 422 })
  await boss.call(plans.removeOffer, { id: made.id })
  expect((await manager.call(plans.offers, {})).some(({ id }) => id === made.id)).toBe(false)
  expect((await boss.call(plans.offers, { archived: true })).some(({ id }) => id === made.id)).toBe(true)
  await boss.call(plans.restoreOffer, { id: made.id })
  await boss.call(plans.updateOffer, { id: made.id, is_offered: false })
  for (const call of [plans.createOffer, plans.updateOffer, plans.removeOffer, plans.restoreOffer])
    expect(await manager.refused(call, { ...draft, id: made.id }), call.path).toMatchObject({ status: 403 })
})

test('a manager reads the plans of the company and chooses one, which the admins get by mail', async () => {
  const founder = await stranger()
  const boss = await admin()
  const { id, name } = await founder.call(companies.create, {
    name: 'Choosing Farm',
    country_id: 826,
    language_id: 1,
    time_zone: 'UTC',
  })
  const [trial] = (await founder.call(plans.list, { id })).data
  const offer = await small(founder)
  if (!trial) throw new Error('There is no trial.')

  expect(trial).toMatchObject({ is_trial: true, is_current: true, start_date: today, end_date: day(29), price: null })
  const ref = { id, company_plan_id: trial.id }
  expect(await founder.call(plans.get, ref)).toEqual(trial)
  const chosen = await founder.call(plans.select, { ...ref, selected_plan_id: offer.id })
  expect(chosen).toMatchObject({ id: trial.id, selected_plan_id: offer.id, selected_at: expect.any(String) })
  expect(await founder.call(plans.select, { ...ref, selected_plan_id: offer.id })).toEqual(chosen)
  expect((await founder.call(auth.user, {})).plan).toMatchObject({ selected_plan_id: offer.id })
  await expect.poll(async () => (await mailsTo(boss.email)).length).toBe(1)
  expect((await mailsTo(boss.email))[0]?.subject).toContain(name)
  expect(await founder.refused(plans.select, { ...ref, selected_plan_id: trial.plan_id })).toMatchObject({
    status: 422,
  })
  expect(await founder.refused(plans.select, { ...ref, selected_plan_id: 2_000_000 })).toMatchObject({ status: 422 })
})

test('people who cannot decide do not flood the admins with mails', async () => {
  const farm = await company()
  const [founder, boss] = [await farm.manager(), await admin()]
  const [one, other] = (await founder.call(plans.offers, {})).map(({ id }) => id)
  if (!one || !other) throw new Error('There are not two offers.')
  const { id: company_plan_id } = await boss.call(plans.open, { id: farm.id, plan_id: one })
  const wish = (round: number) =>
    founder.send(plans.select, { id: farm.id, company_plan_id, selected_plan_id: round % 2 ? other : one })
  for (let round = 0; round < 20; round++) expect((await wish(round)).statusCode).toBe(200)
  expect((await wish(20)).statusCode).toBe(429)
})

test('an admin activates the paid row: name, limits and price in the company’s currency are the offer’s', async () => {
  const farm = await company()
  const [boss, platformAdmin] = [await farm.manager(), await admin()]
  const offer = await small(boss)
  await platformAdmin.call(companies.update, { id: farm.id, currency: 'HUF' })
  const opened = await platformAdmin.call(plans.open, {
    id: farm.id,
    plan_id: offer.id,
    start_date: today,
    end_date: day(364),
  })

  expect(opened).toMatchObject({
    plan_id: offer.id,
    name: offer.name,
    price: 7900,
    currency: 'HUF',
    limits: offer.limits,
  })
  expect((await boss.call(auth.user, {})).plan).toMatchObject({ id: opened.id, is_trial: false, end_date: day(364) })
  const ref = { id: farm.id, company_plan_id: opened.id }
  const changed = await platformAdmin.call(plans.update, { ...ref, price: 5000, limits, revision: opened.revision })
  expect(changed).toMatchObject({ price: 5000, limits, name: offer.name })
  expect(await platformAdmin.refused(plans.update, { ...ref, price: 1, revision: opened.revision })).toMatchObject({
    status: 409,
  })
  expect(await platformAdmin.refused(plans.update, { ...ref, end_date: day(-1) })).toMatchObject({
    status: 422,
    errors: { end_date: [expect.any(String)] },
  })
  await platformAdmin.call(plans.remove, ref)
  expect((await boss.call(auth.user, {})).plan).toBeNull()
  expect(await platformAdmin.call(plans.restore, ref)).toMatchObject({ is_current: true })
})

test('a row that begins near the end of the calendar ends with it, and can be read', async () => {
  const farm = await company()
  const [boss, platformAdmin] = [await farm.manager(), await admin()]
  const draft = { name: { en: 'Long' }, limits, prices: {}, days: 3660, is_offered: false }
  const offer = await platformAdmin.call(plans.createOffer, draft)
  const row = { id: farm.id, plan_id: offer.id, start_date: '2199-06-01' }
  expect(await platformAdmin.call(plans.open, row)).toMatchObject({ end_date: '2199-12-31' })
  expect((await boss.call(plans.list, { id: farm.id })).data).toMatchObject([{ end_date: '2199-12-31' }])
})

test('managers open and change no rows, workers and other companies see none', async () => {
  const farm = await company()
  const [boss, hand, guest] = [await farm.manager(), await farm.worker(), await farm.guest()]
  const dairy = await company()
  const other = await dairy.manager()
  const offer = await small(boss)
  const row = await (await admin()).call(plans.open, { id: farm.id, plan_id: offer.id })
  const ref = { id: farm.id, company_plan_id: row.id }

  for (const call of [plans.update, plans.remove, plans.restore])
    for (const person of [boss, other])
      expect(await person.refused(call, ref), call.path).toMatchObject({ status: 403 })
  expect(await boss.refused(plans.open, { id: farm.id, plan_id: offer.id })).toMatchObject({ status: 403 })
  for (const person of [hand, guest])
    for (const call of [plans.list, plans.get, plans.usage])
      expect(await person.refused(call, ref), call.path).toMatchObject({ status: 403 })
  expect(await other.refused(plans.list, { id: farm.id })).toMatchObject({ status: 404 })
  expect(await other.refused(plans.usage, { id: farm.id })).toMatchObject({ status: 404 })
  for (const id of [farm.id, dairy.id]) {
    expect(await other.refused(plans.get, { ...ref, id })).toMatchObject({ status: 404, code: 'not_found' })
    expect(await other.refused(plans.select, { ...ref, id, selected_plan_id: offer.id })).toMatchObject({ status: 404 })
  }
})

test('the plan that holds is the one that began last, and a row of the future waits', async () => {
  const farm = await company()
  const [boss, platformAdmin] = [await farm.manager(), await admin()]
  const { id: plan_id } = await small(boss)
  const open = (start_date: string, end_date: string | null) =>
    platformAdmin.call(plans.open, { id: farm.id, plan_id, start_date, end_date })
  const [old, present, next] = [await open(day(-60), day(-31)), await open(day(-30), day(5)), await open(day(6), null)]
  const rows = (await boss.call(plans.list, { id: farm.id })).data

  expect(rows.map(({ id, is_current, is_expired }) => [id, is_current, is_expired])).toEqual([
    [next.id, false, false],
    [present.id, true, false],
    [old.id, false, true],
  ])
  expect((await boss.call(auth.user, {})).plan).toMatchObject({ id: present.id, end_date: day(5) })
})

test('the meter shows the use of each limit', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await farm.guest()
  await boss.call(animals.create, { name: 'Daisy', species: 'cattle' })
  const gone = await boss.call(animals.create, { name: 'Gone', species: 'cattle' })
  await boss.call(animals.remove, { id: gone.id })
  // It brings no guide, whose drawing would need room.
  await boss.call(forms.create, { template_key: 'movement-entry' })
  const nothing = { limit: null }

  expect(await boss.call(plans.usage, { id: farm.id })).toEqual({
    users: { used: 2, ...nothing },
    animals: { used: 1, ...nothing },
    forms: { used: 1, ...nothing },
    storage: { used: 0, ...nothing },
  })
  const { id: plan_id } = await small(boss)
  await (await admin()).call(plans.open, { id: farm.id, plan_id })
  await boss.call(companies.freeze, { id: farm.id, user_id: hand.id })
  expect(await boss.call(plans.usage, { id: farm.id })).toMatchObject({
    users: { used: 1, limit: 5 },
    animals: { used: 1, limit: 250 },
  })
})
