import { afterEach, expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { showPlanExpiresSoon } from '#shared/companies/planRules.ts'
import { plans } from '#shared/companies/plans.ts'
import { dayAt } from '../lib/localDays.ts'
import { admin, company, type Person, stranger } from '../test/people.ts'

const today = dayAt(new Date(), 'UTC')
const sell = async (is_selling: boolean) => (await admin()).call(plans.changeSettings, { is_selling })
const found = (founder: Person, name: string) =>
  founder.call(companies.create, { name, country_id: 826, language_id: 1, time_zone: 'UTC' })

// The tests of plans are about an operator who sells.
afterEach(() => sell(true))

test('where nobody sells, a new company has everything, without end, price or warning', async () => {
  await sell(false)
  const founder = await stranger()
  const { id } = await found(founder, 'Own Server Farm')
  const user = await founder.call(auth.user, {})

  expect(user).toMatchObject({ sells_plans: false, plan: { name: { en: 'Everything' }, is_trial: false } })
  expect(user.plan).toMatchObject({ end_date: null, ends_at: null, is_expired: false })
  expect(showPlanExpiresSoon(user, new Date())).toBe(false)
  expect((await founder.call(plans.list, { id })).data).toMatchObject([
    { price: null, limits: { users: null, animals: null, forms: null, storage: null } },
  ])
  expect(await founder.call(plans.offers, {})).toEqual([])
})

test('where plans are sold, a new company begins with the trial that the specification warns of', async () => {
  const founder = await stranger()
  await found(founder, 'Sold Farm')
  const user = await founder.call(auth.user, {})
  expect(user).toMatchObject({ sells_plans: true, plan: { is_trial: true } })
  expect(showPlanExpiresSoon(user, new Date())).toBe(true)
})

test('when selling stops, nobody is stopped by an end, and nobody chooses', async () => {
  const founder = await stranger()
  const { id } = await found(founder, 'Trying Farm')
  const [trial] = (await founder.call(plans.list, { id })).data
  const [offer] = await founder.call(plans.offers, {})
  await sell(false)
  await sell(false)

  const rows = (await founder.call(plans.list, { id })).data
  expect(rows).toMatchObject([
    { name: { en: 'Everything' }, is_current: true, start_date: today, end_date: null },
    { id: trial?.id, is_current: false },
  ])
  const wish = { id, company_plan_id: rows[0]?.id ?? 0, selected_plan_id: offer?.id ?? 0 }
  expect(await founder.refused(plans.select, wish)).toMatchObject({ status: 422 })
  await sell(true)
  expect((await founder.call(auth.user, {})).plan).toMatchObject({ id: rows[0]?.id })
})

test('when selling stops, nobody keeps the limits of a plan without end', async () => {
  const [farm, platformAdmin] = [await company(), await admin()]
  const founder = await farm.manager()
  const [offer] = await founder.call(plans.offers, {})
  const limits = { users: 5, animals: null, forms: null, storage: null }
  // Also where they were sold again after they had everything.
  for (const times of [1, 2]) {
    await platformAdmin.call(plans.open, { id: farm.id, plan_id: offer?.id ?? 0, end_date: null, limits })
    await sell(false)
    const { data } = await founder.call(plans.list, { id: farm.id })
    expect(data).toHaveLength(2 * times)
    expect(data[0]).toMatchObject({
      ...{ name: { en: 'Everything' }, is_current: true, end_date: null },
      limits: { ...limits, users: null },
    })
    await sell(true)
  }
})

test('only administrators say whether plans are sold', async () => {
  const manager = await (await company()).manager()
  expect(await manager.refused(plans.settings, {})).toMatchObject({ status: 403 })
  expect(await manager.refused(plans.changeSettings, { is_selling: false })).toMatchObject({ status: 403 })
  expect(await (await admin()).call(plans.settings, {})).toEqual({ is_selling: true })
})
