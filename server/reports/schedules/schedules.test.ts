import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '#shared/audit/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { languageIdOf } from '#shared/lib/language.ts'
import { reportSchedules, reports } from '#shared/reports/contract.ts'
import { users } from '../../accounts/table.ts'
import { publishedForm } from '../../test/forms.ts'
import { jobsDone } from '../../test/jobsDone.ts'
import { openMailbox } from '../../test/mailbox.ts'
import { company, type Person, platform } from '../../test/people.ts'
import { complete } from '../../test/submissions.ts'
import { tend } from '../../test/tend.ts'
import { reportSchedules as table } from '../table.ts'
import { nextTime } from './schedules.ts'
import { mailScheduledReports } from './sending.ts'

async function mailedFarm() {
  const farm = await company({ timeZone: 'Europe/Budapest' })
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await complete(hand, await publishedForm(boss))
  const report = await boss.call(reports.create, { name: 'Lame cows', for_everybody: true })
  return { farm, boss, hand, report, weekly: { id: report.id, rhythm: 'week', weekday: 1, hour: 7 } as const }
}

const isDue = (reportId: number) =>
  platform(db =>
    db
      .update(table)
      .set({ nextAt: new Date(Date.now() - 1000) })
      .where(eq(table.reportId, reportId)),
  )

/** The clock's job, with what it does after its commit. */
async function clock() {
  const { services } = await tend()
  const after = await platform(db => mailScheduledReports.work({}, { db, services }))
  await after?.()
}

const speak = (person: Person, locale: 'de' | 'ar') =>
  platform(db =>
    db
      .update(users)
      .set({ languageId: languageIdOf(locale) })
      .where(eq(users.id, person.id)),
  )

test('it comes as PDF in the language of each, once for its time, and then at its next time', async () => {
  const { boss, hand, report, weekly } = await mailedFarm()
  await speak(hand, 'de')
  const set = await boss.call(reportSchedules.set, { ...weekly, recipient_ids: [boss.id, hand.id, hand.id] })
  expect(set.schedule).toMatchObject({
    rhythm: 'week',
    weekday: 1,
    hour: 7,
    recipient_ids: [boss.id, hand.id],
    last_at: null,
  })
  expect(set.people.map(({ id }) => id).toSorted()).toEqual([boss.id, hand.id].toSorted())
  const mailbox = await openMailbox()
  try {
    await clock()
    await jobsDone()
    expect(mailbox.to(boss.email)).toEqual([])
    await isDue(report.id)
    await Promise.all([clock(), clock()])
    const [mine, theirs] = [await mailbox.next(boss.email), await mailbox.next(hand.email)]
    expect(mine.subject).toContain('Lame cows')
    expect(theirs.text).toContain('Bericht')
    await jobsDone()
    await clock()
    await jobsDone()
    expect([mailbox.to(boss.email), mailbox.to(hand.email)].map(({ length }) => length)).toEqual([1, 1])
    // What the mail brings along, beside the pictures that it shows.
    const pdf = mine.pictures.get('')
    expect(pdf).toMatchObject({ contentType: 'application/pdf' })
    expect(
      Buffer.from(pdf?.content ?? [])
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  } finally {
    await mailbox.close()
  }
  const after = (await boss.call(reportSchedules.get, { id: report.id })).schedule
  expect(after?.last_at).not.toBeNull()
  expect(Date.parse(after?.next_at ?? '')).toBeGreaterThan(Date.now())
  expect((await boss.call(auditLog.list, { action: 'report.scheduled' })).data).toHaveLength(1)
})

test('the mail says that characters of the report cannot be printed, and says nothing where all can', async () => {
  const { boss, hand, weekly } = await mailedFarm()
  await speak(hand, 'de')
  const tamil = await boss.call(reports.create, { name: 'மாடுகள்', for_everybody: true })
  await boss.call(reportSchedules.set, { ...weekly, id: tamil.id, recipient_ids: [hand.id] })
  await boss.call(reportSchedules.set, { ...weekly, recipient_ids: [boss.id] })
  const mailbox = await openMailbox()
  try {
    for (const id of [tamil.id, weekly.id]) await isDue(id)
    await clock()
    expect((await mailbox.next(hand.email)).text).toContain('Zeichen dieses Dokuments lassen sich hier nicht drucken')
    expect((await mailbox.next(boss.email)).text).not.toContain('printed')
  } finally {
    await mailbox.close()
  }
})

test('people who may not open it any more get none, before or after its time', async () => {
  const { farm, boss, hand, report, weekly } = await mailedFarm()
  const [frozen, kept] = [await farm.worker(), await farm.worker()]
  await boss.call(reportSchedules.set, { ...weekly, recipient_ids: [hand.id, frozen.id, kept.id] })
  await boss.call(companies.freeze, { id: farm.id, user_id: frozen.id })
  const mailbox = await openMailbox()
  try {
    await isDue(report.id)
    await clock()
    await mailbox.next(kept.email)
    await boss.call(reports.update, { id: report.id, for_everybody: false })
    await isDue(report.id)
    await clock()
    await jobsDone()
    expect([hand, frozen, kept].map(({ email }) => mailbox.to(email).length)).toEqual([1, 0, 1])
    // An archived one is mailed to nobody, and goes on when it is back.
    await boss.call(reports.update, { id: report.id, for_everybody: true })
    await boss.call(reports.remove, { id: report.id })
    await isDue(report.id)
    await clock()
    await jobsDone()
    expect(mailbox.to(kept.email)).toHaveLength(1)
    await boss.call(reports.restore, { id: report.id })
    await isDue(report.id)
    await clock()
    await mailbox.next(kept.email, 2)
    await boss.call(reportSchedules.end, { id: report.id })
    await boss.call(reportSchedules.end, { id: report.id })
    expect((await boss.call(reportSchedules.get, { id: report.id })).schedule).toBeNull()
  } finally {
    await mailbox.close()
  }
})

test('only members who may open it are chosen, by people who may change it', async () => {
  const { farm, boss, hand, report, weekly } = await mailedFarm()
  const [guest, elsewhere] = [await farm.guest(), await (await company()).manager()]
  const refused = await boss.refused(reportSchedules.set, {
    ...weekly,
    recipient_ids: [boss.id, guest.id, elsewhere.id],
  })
  expect(Object.keys(refused.errors ?? {})).toEqual(['recipient_ids.1', 'recipient_ids.2'])
  expect(await boss.refused(reportSchedules.set, { ...weekly, recipient_ids: [] })).toMatchObject({ status: 422 })
  expect(await hand.refused(reportSchedules.get, { id: report.id })).toMatchObject({ status: 403 })
  expect(await elsewhere.refused(reportSchedules.set, { ...weekly, recipient_ids: [boss.id] })).toMatchObject({
    status: 404,
  })
})

test.each([
  ['day', '2026-11-23T06:00:00Z', '2026-11-24T06:00:00Z'],
  ['day', '2026-11-23T05:59:59Z', '2026-11-23T06:00:00Z'],
  ['week', '2026-11-23T06:00:00Z', '2026-11-25T06:00:00Z'],
  // Clocks go forward on the 29th of March.
  ['week', '2026-03-26T12:00:00Z', '2026-04-01T05:00:00Z'],
  ['month', '2026-01-29T12:00:00Z', '2026-02-28T06:00:00Z'],
] as const)('by the company’s clock: %s after %s is %s', (rhythm, now, next) => {
  const schedule = { rhythm, weekday: 3, monthDay: 28, hour: 7 }
  expect(nextTime(schedule, new Date(now), 'Europe/Budapest').toISOString()).toBe(new Date(next).toISOString())
})
