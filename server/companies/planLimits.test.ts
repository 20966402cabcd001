import { expect, test } from 'vitest'
import { animals } from '#shared/animals/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { type Limits, plans } from '#shared/companies/plans.ts'
import { forms } from '#shared/forms/contract.ts'
import { atOnce } from '../test/atOnce.ts'
import { publishedForm } from '../test/forms.ts'
import { admin, belongs, company, stranger } from '../test/people.ts'
import { attach, begin, photo } from '../test/submissions.ts'

const none: Limits = { users: null, animals: null, forms: null, storage: null }

/** A company whose plan allows so much. */
async function limited(limits: Partial<Limits>) {
  const farm = await company()
  const [boss, platformAdmin] = [await farm.manager(), await admin()]
  const [offer] = await platformAdmin.call(plans.offers, {})
  await platformAdmin.call(plans.open, {
    id: farm.id,
    plan_id: offer?.id ?? 0,
    end_date: null,
    limits: { ...none, ...limits },
  })
  return { farm, boss, platformAdmin }
}

const reached = (limit: string, maximum: number, used = maximum) => ({
  status: 403,
  code: 'plan_limit_reached',
  errors: { [limit]: [expect.any(String)] },
  data: { limit, maximum, used },
})
const cow = { name: 'Cow', species: 'cattle' } as const

test('one animal more than the plan allows is refused, until one goes', async () => {
  const { boss } = await limited({ animals: 2 })
  const first = await boss.call(animals.create, cow)
  await boss.call(animals.create, cow)

  expect(await boss.refused(animals.create, cow)).toMatchObject(reached('animals', 2))
  await boss.call(animals.remove, { id: first.id })
  await boss.call(animals.create, cow)
  expect(await boss.refused(animals.restore, { id: first.id })).toMatchObject(reached('animals', 2))
})

test('of animals that are added at once, as many stay as the plan allows', async () => {
  const { boss } = await limited({ animals: 3 })
  const answers = await atOnce(8, () => boss.send(animals.create, cow).then(({ statusCode }) => statusCode))

  expect(answers.filter(status => status === 201)).toHaveLength(3)
  expect(answers.filter(status => status === 403)).toHaveLength(5)
  expect((await boss.call(animals.list, {})).meta.total).toBe(3)
})

test('forms are limited: made, restored, and copied from elsewhere', async () => {
  const { farm, boss } = await limited({ forms: 1 })
  const form = await boss.call(forms.create, { template_key: 'daily-pen-check' })

  expect(await boss.refused(forms.create, { template_key: 'daily-pen-check' })).toMatchObject(reached('forms', 1))
  expect(await boss.refused(forms.copyTo, { company_id: farm.id, form_id: form.id })).toMatchObject(reached('forms', 1))
  await boss.call(forms.remove, { id: form.id })
  await boss.call(forms.create, { template_key: 'daily-pen-check' })
  expect(await boss.refused(forms.restore, { id: form.id })).toMatchObject(reached('forms', 1))
})

test('people are limited: added and thawed, but not guests', async () => {
  const { farm, boss, platformAdmin } = await limited({ users: 2 })
  const [hand, newcomer] = [await farm.worker(), await stranger()]
  const add = { id: farm.id, user_id: newcomer.id }

  expect(await platformAdmin.refused(invites.addMember, { ...add, role_id: 3000 })).toMatchObject(reached('users', 2))
  await belongs(newcomer, farm.id, 4000)
  expect(await boss.refused(companies.changeRole, { ...add, role_id: 3000 })).toMatchObject(reached('users', 2))
  await boss.call(companies.freeze, { id: farm.id, user_id: hand.id })
  await boss.call(companies.changeRole, { ...add, role_id: 3000 })
  expect(await boss.refused(companies.thaw, { id: farm.id, user_id: hand.id })).toMatchObject(reached('users', 2))
})

test('files are limited by their bytes', async () => {
  const { farm, boss } = await limited({ storage: 1000 })
  const hand = await farm.worker()
  const submission = await begin(hand, await publishedForm(boss))
  await attach(hand, submission)
  const { storage } = await boss.call(plans.usage, { id: farm.id })
  expect(storage.used).toBeGreaterThan(0)

  await expect(
    (async () => {
      for (let count = 0; count < 10; count++) await attach(hand, submission)
    })(),
  ).rejects.toThrow(/plan_limit_reached/)
  expect((await boss.call(plans.usage, { id: farm.id })).storage.used).toBeLessThanOrEqual(1000)
})

test('pictures of forms count for the storage, also those that a form brings into another company', async () => {
  const { boss, farm, platformAdmin } = await limited({ storage: 100 })
  const picture = { name: 'ear.jpg', content: await photo() }
  expect(await boss.refused(forms.addPicture, { uuid: crypto.randomUUID() }, { file: picture })).toMatchObject({
    status: 403,
    code: 'plan_limit_reached',
    data: { limit: 'storage', maximum: 100 },
  })
  expect(await boss.call(plans.usage, { id: farm.id })).toMatchObject({ storage: { used: 0 } })

  const [row] = (await platformAdmin.call(plans.list, { id: farm.id })).data
  const wide = { ...none, storage: 1_000_000 }
  await platformAdmin.call(plans.update, { id: farm.id, company_plan_id: row?.id ?? 0, limits: wide })
  const uuid = crypto.randomUUID()
  const kept = await boss.call(forms.addPicture, { uuid }, { file: picture })
  const { storage } = await boss.call(plans.usage, { id: farm.id })
  expect(storage.used).toBeGreaterThan(100)
  expect(await boss.call(forms.addPicture, { uuid }, { file: picture })).toEqual(kept)
  expect((await boss.call(plans.usage, { id: farm.id })).storage.used).toBe(storage.used)
})

test('a company whose plan was archived has the least that any offer allows, and not everything', async () => {
  const { boss, farm, platformAdmin } = await limited({})
  expect((await boss.call(plans.usage, { id: farm.id })).animals.limit).toBeNull()
  const [row] = (await platformAdmin.call(plans.list, { id: farm.id })).data
  await platformAdmin.call(plans.remove, { id: farm.id, company_plan_id: row?.id ?? 0 })
  const offers = await platformAdmin.call(plans.offers, {})
  const least = Math.min(...offers.flatMap(({ limits }) => limits.animals ?? []))

  expect((await boss.call(plans.usage, { id: farm.id })).animals.limit).toBe(least)
})
