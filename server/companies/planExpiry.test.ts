import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { plans } from '#shared/companies/plans.ts'
import { forms } from '#shared/forms/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { dayAt, daysLater } from '../lib/localDays.ts'
import { goodAnswers, publishedForm } from '../test/forms.ts'
import { jobsDone } from '../test/jobsDone.ts'
import { mailsTo } from '../test/mails.ts'
import { admin, company, platform, stranger } from '../test/people.ts'
import { attach, begin } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'
import { tend } from '../test/tend.ts'
import { planEndings } from './jobs.ts'
import { companyPlans } from './table.ts'

const day = (days: number, timeZone = 'UTC') => daysLater(dayAt(new Date(), timeZone), days)

/** A company with a plan that ends on a day. */
async function withPlanUntil(end: number, timeZone = 'UTC') {
  const farm = await company({ timeZone })
  const platformAdmin = await admin()
  const boss = await farm.manager()
  const [offer] = await boss.call(plans.offers, {})
  const open = (start: number, until: number | null) =>
    platformAdmin.call(plans.open, {
      id: farm.id,
      plan_id: offer?.id ?? 0,
      start_date: day(start, timeZone),
      end_date: until === null ? null : day(until, timeZone),
    })
  return { farm, boss, platformAdmin, offer, open, row: await open(end - 30, end) }
}

test('after the plan’s end everything is read and open work is completed, but nothing new is written', async () => {
  const { farm, boss, row, platformAdmin, offer } = await withPlanUntil(1)
  const hand = await farm.worker()
  const form = await publishedForm(boss)
  const [begun, sent] = [await begin(hand, form), await sendTask(boss, hand, {})]
  const skipped = await sendTask(boss, hand, {})
  const ref = { id: farm.id, company_plan_id: row.id }
  await platformAdmin.call(plans.update, { ...ref, end_date: day(-1) })

  const refused = [
    await boss.refused(locations.create, { name: 'Barn', type: 'barn' }),
    await boss.refused(companies.update, { id: farm.id, name: 'New' }),
    await boss.refused(forms.update, { id: form.id, category: 'other' }),
    await boss.refused(invites.create, { id: farm.id, email: 'late@plan.example', role_id: 3000 }),
    await boss.refused(tasks.create, { title: 'Late', assignees: [{ user_id: hand.id }] }),
    await hand.refused(submissions.create, { form_id: form.id, uuid: crypto.randomUUID() }),
  ]
  for (const refusal of refused) expect(refusal).toMatchObject({ status: 403, code: 'plan_expired' })

  expect((await boss.call(auth.user, {})).plan).toMatchObject({ is_expired: true })
  expect((await hand.call(tasks.sent, {})).meta.total).toBe(2)
  expect((await boss.call(forms.list, {})).meta.total).toBe(1)
  await attach(hand, begun)
  await hand.call(submissions.update, { id: begun.id, answers: { calm: { value: 'yes' } } })
  await hand.call(submissions.complete, { id: begun.id, answers: goodAnswers })
  await hand.call(tasks.completeSent, { id: sent.id })
  await hand.call(tasks.skipSent, { id: skipped.id })
  await boss.call(plans.select, { ...ref, selected_plan_id: offer?.id ?? 0 })
  await hand.call(auth.updateUser, { name: 'Still me' })
  await hand.call(companies.quit, { id: farm.id })
  await platformAdmin.call(plans.update, { ...ref, end_date: null })
  await boss.call(locations.create, { name: 'Barn', type: 'barn' })
})

test('work that a phone began before the end arrives after it, and what it began later does not', async () => {
  const { farm, boss, row, platformAdmin } = await withPlanUntil(1)
  const hand = await farm.worker()
  const form = await publishedForm(boss)
  await platformAdmin.call(plans.update, { id: farm.id, company_plan_id: row.id, end_date: day(-1) })
  const at = (days: number) => ({ started_at: new Date(Date.now() + days * 86_400_000).toISOString() })

  expect(await begin(hand, form, at(-3))).toMatchObject({ status: 'draft' })
  expect(
    await hand.refused(submissions.create, { form_id: form.id, uuid: crypto.randomUUID(), ...at(0) }),
  ).toMatchObject({ code: 'plan_expired' })
})

test('nobody joins a company whose plan has ended, and its manager may set up another', async () => {
  const { farm, boss, row, platformAdmin } = await withPlanUntil(1)
  const invite = await boss.call(invites.create, { id: farm.id, email: 'join@plan.example', role_id: 3000 })
  await platformAdmin.call(plans.update, { id: farm.id, company_plan_id: row.id, end_date: day(-1) })
  const token = invite.path?.split('/').at(-1) ?? ''

  expect(await (await stranger()).refused(companies.join, { id: farm.id, token })).toMatchObject({
    code: 'plan_expired',
  })
  await boss.call(companies.create, { name: 'Other', country_id: 348, language_id: 2, time_zone: 'UTC' })
  await boss.call(locations.create, { name: 'Barn', type: 'barn' })
})

test('the last day is a whole day on the clock of the company', async () => {
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
    const { farm, boss, row, platformAdmin } = await withPlanUntil(0, timeZone)
    await boss.call(locations.create, { name: 'Barn', type: 'barn' })
    await platformAdmin.call(plans.update, { id: farm.id, company_plan_id: row.id, end_date: day(-1, timeZone) })
    expect(await boss.refused(locations.create, { name: 'Pen', type: 'pen' })).toMatchObject({ code: 'plan_expired' })
  }
})

const runJob = async () => {
  const { services } = await tend()
  const after = await platform(db => planEndings.work({}, { db, services }))
  await after?.()
}

test('managers get a mail seven days and one day before the end, once each, with the date', async () => {
  const { farm, boss, row } = await withPlanUntil(7)
  const hand = await farm.worker()
  await runJob()
  await runJob()
  await expect.poll(async () => (await mailsTo(boss.email)).length).toBe(1)
  const move = (days: number) =>
    platform(db =>
      db
        .update(companyPlans)
        .set({ endDate: day(days) })
        .where(eq(companyPlans.id, row.id)),
    )
  await move(2)
  await runJob()
  await move(1)
  await runJob()
  await runJob()

  await expect.poll(async () => (await mailsTo(boss.email)).length).toBe(2)
  expect((await mailsTo(boss.email))[0]?.body).toContain('/pages/pricing')
  expect(await mailsTo(hand.email)).toEqual([])
})

test('a plan that is followed by another, has no end or has ended is no reason for a mail', async () => {
  const followed = await withPlanUntil(3)
  await followed.open(4, 34)
  const [ended, endless] = [await withPlanUntil(-2), await withPlanUntil(3)]
  await endless.open(0, null)
  await runJob()
  await jobsDone()

  for (const { boss } of [followed, ended, endless]) expect(await mailsTo(boss.email)).toEqual([])
})
