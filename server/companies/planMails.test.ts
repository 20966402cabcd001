import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companies } from '#shared/companies/contract.ts'
import { plans } from '#shared/companies/plans.ts'
import { users } from '../accounts/table.ts'
import { dayAt, daysLater } from '../lib/localDays.ts'
import { jobsDone } from '../test/jobsDone.ts'
import { type Mailbox, openMailbox } from '../test/mailbox.ts'
import { admin, company, platform } from '../test/people.ts'
import { tend } from '../test/tend.ts'
import { planEndings } from './jobs.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox?.close())

const speaks = (id: number, languageId: number) =>
  platform(db => db.update(users).set({ languageId }).where(eq(users.id, id)))

const runEndings = async () => {
  const { services } = await tend()
  const after = await platform(db => planEndings.work({}, { db, services }))
  await after?.()
}

test('a manager reads about the plan’s end in their language, and can unsubscribe in the mail program', async () => {
  const farm = await company()
  const [boss, platformAdmin] = [await farm.manager(), await admin()]
  await speaks(boss.id, 3)
  const [offer] = await boss.call(plans.offers, {})
  const end_date = daysLater(dayAt(new Date(), 'UTC'), 7)
  const row = await platformAdmin.call(plans.open, { id: farm.id, plan_id: offer?.id ?? 0, end_date })
  const { name } = await boss.call(companies.get, { id: farm.id })
  await runEndings()

  const mail = await mailbox.next(boss.email)
  expect(mail.subject).toContain(`Der Tarif von ${name} endet am`)
  expect(mail.text).toContain('„Klein“')
  expect(mail.text).toContain('/pages/pricing')
  const oneClick = mail.headers.get('list-unsubscribe')?.match(/<.*(\/api\/action\/[^>]+)>/)?.[1]
  const { app } = await tend()
  const answer = await app.inject({
    method: 'POST',
    url: oneClick ?? '',
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.statusCode).toBe(200)
  await platformAdmin.call(plans.update, {
    id: farm.id,
    company_plan_id: row.id,
    end_date: daysLater(dayAt(new Date(), 'UTC'), 1),
  })
  await runEndings()
  await jobsDone()
  expect(mailbox.to(boss.email)).toHaveLength(1)
})

test('every admin gets a mail about a chosen plan, each in their language', async () => {
  const farm = await company()
  const [boss, english, hungarian] = [await farm.manager(), await admin(), await admin()]
  await speaks(hungarian.id, 2)
  const [offer] = await boss.call(plans.offers, {})
  const selected_plan_id = offer?.id ?? 0
  const row = await english.call(plans.open, { id: farm.id, plan_id: selected_plan_id })
  await boss.call(plans.select, { id: farm.id, company_plan_id: row.id, selected_plan_id })

  expect((await mailbox.next(english.email)).text).toContain(`${boss.name} chose the plan “Small”`)
  expect((await mailbox.next(hungarian.email)).text).toContain('„Kicsi”')
})

test('somebody who is removed reads so, and that their account stays', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await speaks(hand.id, 4)
  await boss.call(companies.removeMember, { id: farm.id, user_id: hand.id })

  const mail = await mailbox.next(hand.email)
  expect(mail.subject).toContain('Vous ne faites plus partie de')
  expect(mail.text).toContain('Votre compte est conservé')
})
