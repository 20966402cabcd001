import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#shared/accounts/users.ts'
import { plans } from '#shared/companies/plans.ts'
import { dashboard } from '#shared/dashboard/contract.ts'
import { companyStates } from '#shared/dashboard/figures.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { companies, companyPlans } from '../companies/table.ts'
import { publishedForm } from '../test/forms.ts'
import { admin, company, platform } from '../test/people.ts'
import { complete } from '../test/submissions.ts'

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('each number of the dashboard is that of the list behind it', async () => {
  const root = await admin()
  const [busy, silent, ending] = [await company(), await company(), await company()]
  const boss = await busy.manager()
  // More companies may be there than stand on a page.
  const mark = `Seen at ${busy.id}`
  const three = [busy.id, silent.id, ending.id]
  await platform(db => db.update(companies).set({ name: mark }).where(inArray(companies.id, three)))
  const form = await publishedForm(boss)
  await complete(boss, form)
  await complete(boss, form)
  // What was done in a company that was archived since was done all the same.
  const gone = await company()
  const last = await gone.manager()
  await complete(last, await publishedForm(last))
  await platform(db => db.update(companies).set({ archivedAt: new Date() }).where(eq(companies.id, gone.id)))
  await platform(db =>
    db
      .update(companies)
      .set({ createdAt: new Date('2026-01-01') })
      .where(eq(companies.id, silent.id)),
  )
  const [offer] = await boss.call(plans.offers, {})
  await root.call(plans.open, { id: ending.id, plan_id: offer?.id ?? 0 })
  await platform(db =>
    db
      .update(companyPlans)
      .set({ endDate: dayFromNow(3) })
      .where(eq(companyPlans.companyId, ending.id)),
  )

  const read = await root.call(dashboard.get, {})
  const listed = async (state?: (typeof companyStates)[number]) => {
    const { meta } = await root.call(dashboard.companies, { ...(state && { state }) })
    const { data } = await root.call(dashboard.companies, { search: mark, ...(state && { state }) })
    return { ids: data.map(({ id }) => id), total: meta.total }
  }
  for (const state of companyStates) expect((await listed(state)).total, state).toBe(read.states[state])
  expect((await listed()).total).toBe(read.companies)
  const { data } = await root.call(dashboard.companies, { search: mark })
  const [one, none] = [busy, silent].map(({ id }) => data.find(row => row.id === id))
  expect(one).toMatchObject({ member_count: 1, submissions: 2 })
  expect(Date.now() - Date.parse(one?.last_submission_at ?? '')).toBeLessThan(3600_000)
  expect(none).toMatchObject({ member_count: 0, submissions: 0, last_submission_at: null })
  expect((await listed('active')).ids).toContain(busy.id)
  expect((await listed('silent')).ids).toContain(silent.id)
  expect((await listed('silent')).ids).not.toContain(busy.id)
  expect((await listed('ending')).ids).toContain(ending.id)
  expect((await listed('new')).ids).not.toContain(silent.id)
  expect(read.weeks).toHaveLength(12)
  expect(read.weeks.at(-1)?.submissions).toBe(read.submissions)
  expect(read.submissions).toBeGreaterThan(0)
  const { from, to } = read.weeks.at(-1) ?? { from: '', to: '' }
  expect((await root.call(submissions.list, { status: 'complete', from, to })).meta.total).toBe(read.submissions)
  for (const { from: first, to: last, submissions: done, companies: at } of read.weeks) {
    const days = { from: first, to: last }
    expect((await root.call(submissions.list, { status: 'complete', ...days })).meta.total, first).toBe(done)
    expect((await root.call(dashboard.companies, days)).meta.total, first).toBe(at)
  }
  expect(read.weeks.at(-1)?.companies).toBeGreaterThan(0)
  expect((await root.call(users.list, {})).meta.total).toBe(read.people)
})

test('only the platform’s admins read it', async () => {
  const farm = await company()
  for (const person of [await farm.manager(), await farm.worker(), await farm.guest()])
    for (const call of [dashboard.get, dashboard.companies])
      expect(await person.refused(call, {})).toMatchObject({ status: 403 })
})
