/** Today over all companies of a person: what each card tells is what they would see there, and nobody sees more. */
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { plans } from '#shared/companies/plans.ts'
import { findings } from '#shared/findings/contract.ts'
import { guides } from '#shared/guides/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { maxOtherCompanies, maxTasksOfOther, today } from '#shared/today/contract.ts'
import { twoFactors } from '../accounts/sessionTable.ts'
import { companies as companyTable, memberships } from '../companies/table.ts'
import { dayAt, daysLater } from '../lib/localDays.ts'
import { lameAnswers, publishedForm } from '../test/forms.ts'
import { jobsDone } from '../test/jobsDone.ts'
import { admin, belongs, company, narrow, type Person, platform } from '../test/people.ts'
import { inShort, tripsOf } from '../test/statements.ts'
import { begin } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'

const longAgo = { starts_at: '2026-01-01T08:00:00', due_after: 'PT1H', timezone: 'UTC' }
const nextYear = { starts_at: '2199-01-01T08:00:00', due_after: 'PT1H', timezone: 'UTC' }

const others = (who: Person) => who.call(today.others, {})

/** Works for a moment in the other company, as after choosing it. */
async function inside<T>(who: Person, [there, back]: { id: number }[], work: () => Promise<T>): Promise<T> {
  await who.call(auth.updateUser, { company_id: there?.id ?? 0 })
  const result = await work()
  await who.call(auth.updateUser, { company_id: back?.id ?? 0 })
  return result
}

/** A vet who works for a farm, where their session is, and for a dairy. */
async function vetOfTwo(roleId = 3000) {
  const [farm, dairy] = [await company(), await company({ timeZone: 'Pacific/Auckland' })]
  const [boss, milker, vet] = [await dairy.manager(), await dairy.worker(), await farm.worker()]
  await belongs(vet, dairy.id, roleId)
  return { farm, dairy, boss, milker, vet }
}

test('what is due in the other company is seen as its own list has it, and nothing of colleagues', async () => {
  const { farm, dairy, boss, milker, vet } = await vetOfTwo()
  const farmBoss = await farm.manager()
  const late = await sendTask(boss, vet, { ...longAgo, title: 'Look at the lame cow' })
  const now = await sendTask(boss, vet, { title: 'Sign the papers' })
  await sendTask(boss, vet, { ...nextYear, title: 'Not yet' })
  await sendTask(boss, milker, longAgo)
  await sendTask(farmBoss, vet, { ...longAgo, title: 'Of this very company' })
  const done = await sendTask(boss, vet, { ...longAgo, title: 'Done already' })
  await inside(vet, [dairy, farm], () => vet.call(tasks.completeSent, { id: done.id }))

  const { companies: found, more } = await others(vet)
  expect(more).toBe(0)
  expect(found).toMatchObject([
    {
      ...{ id: dairy.id, logo: null, time_zone: 'Pacific/Auckland', two_factor_due: false },
      tasks: { total: 2, data: [{ id: late.id, title: 'Look at the lame cow' }, { id: now.id }] },
      ...{ guides: { total: 0 }, findings: null },
    },
  ])
  const own = await inside(vet, [dairy, farm], () => vet.call(tasks.sent, { state: 'open', sort: 'due_at' }))
  expect(own.data.map(({ id }) => id).slice(0, 2)).toEqual([late.id, now.id])
  expect(own.data[0]).toMatchObject(found[0]?.tasks?.data[0] ?? {})
  expect((await others(farmBoss)).companies).toEqual([])
  // Looking from afar is not opening it.
  expect(own.data.map(({ seen_at }) => seen_at)).toEqual([null, null, null])
})

test('a manager elsewhere sees findings and reviews as they are counted there, in their reach', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, milker, vet] = [await dairy.manager(), await dairy.worker(), await farm.worker()]
  const form = await publishedForm(boss)
  const { id } = await begin(milker, form)
  await milker.call(submissions.complete, { id, answers: lameAnswers })
  // Later than the finding, of which they have no task then.
  await belongs(vet, dairy.id, 2000)
  const there = async () => {
    const [open, waiting, unread] = await inside(vet, [dairy, farm], () =>
      Promise.all([
        vet.call(findings.list, {}),
        vet.call(submissions.list, { to_review: true }),
        vet.call(guides.list, { is_due: true }),
      ]),
    )
    return { findings: open.meta.total, reviews: waiting.meta.total, guides: unread.meta.total }
  }
  const onCard = async () => {
    const [card] = (await others(vet)).companies
    return { findings: card?.findings?.total, reviews: card?.reviews?.total, guides: card?.guides?.total }
  }
  expect((await onCard()).findings).toBeGreaterThan(0)
  expect(await onCard()).toEqual(await there())
  await narrow(vet, dairy.id, {})
  expect(await onCard()).toMatchObject({ findings: 0 })
  expect(await onCard()).toEqual(await there())
})

test('a guest elsewhere sees guides alone', async () => {
  const { boss, vet } = await vetOfTwo(4000)
  expect(await boss.refused(tasks.create, { title: 'Count', assignees: [{ user_id: vet.id }] })).toMatchObject({
    status: 422,
  })
  expect((await others(vet)).companies).toMatchObject([
    { tasks: null, guides: { total: 0 }, reviews: null, findings: null },
  ])
})

test('who is frozen or removed sees nothing of the company with the next call, as of an archived one', async () => {
  const { dairy, boss, vet } = await vetOfTwo()
  await sendTask(boss, vet, longAgo)
  const ref = { id: dairy.id, user_id: vet.id }
  const seen = async () => (await others(vet)).companies.map(({ id }) => id)
  expect(await seen()).toEqual([dairy.id])
  await boss.call(companies.freeze, ref)
  expect(await vet.heard('abilities.changed')).toEqual([{ company_id: dairy.id }])
  expect(await seen()).toEqual([])
  await boss.call(companies.thaw, ref)
  expect(await seen()).toEqual([dairy.id])
  const archive = (archivedAt: Date | null) =>
    platform(db => db.update(companyTable).set({ archivedAt }).where(eq(companyTable.id, dairy.id)))
  await archive(new Date())
  expect(await seen()).toEqual([])
  await archive(null)
  await boss.call(companies.removeMember, ref)
  expect(await others(vet)).toEqual({ companies: [], more: 0 })
})

test('a company that demands a second factor is named without anything of it, until there is one', async () => {
  const { dairy, boss, vet } = await vetOfTwo()
  await sendTask(boss, vet, longAgo)
  await platform(db => db.update(companyTable).set({ twoFactorRequired: true }).where(eq(companyTable.id, dairy.id)))
  expect((await others(vet)).companies).toMatchObject([
    { id: dairy.id, two_factor_due: true, tasks: null, guides: null, reviews: null, findings: null },
  ])
  const factor = { userId: vet.id, sealed: Buffer.alloc(1), confirmedAt: new Date() }
  await platform(db => db.insert(twoFactors).values(factor))
  expect((await others(vet)).companies).toMatchObject([{ two_factor_due: false, tasks: { total: 1 } }])
})

test('after the end of its plan a company can be read, here as there', async () => {
  const { dairy, boss, vet } = await vetOfTwo()
  await sendTask(boss, vet, longAgo)
  const platformAdmin = await admin()
  const [offer] = await boss.call(plans.offers, {})
  const day = (days: number) => daysLater(dayAt(new Date(), 'UTC'), days)
  const ended = { id: dairy.id, plan_id: offer?.id ?? 0, start_date: day(-30), end_date: day(-3) }
  await platformAdmin.call(plans.open, ended)
  expect(await boss.refused(tasks.create, { title: 'Count', assignees: [] })).toMatchObject({ code: 'plan_expired' })
  expect((await others(vet)).companies).toMatchObject([{ tasks: { total: 1 } }])
})

test('one answer tells of ten companies and of five tasks in each, and counts the others', async () => {
  const vet = await (await company()).worker()
  const [first, ...later] = await Promise.all(Array.from({ length: maxOtherCompanies + 2 }, () => company()))
  for (const { id } of later) await belongs(vet, id, 3000)
  await platform(db =>
    db.insert(memberships).values({ companyId: first?.id ?? 0, userId: vet.id, roleId: 3000, joinedAt: new Date(0) }),
  )
  const { companies: found, more } = await others(vet)
  expect([found.length, more]).toEqual([maxOtherCompanies, 2])
  // The oldest membership is among those that are only counted.
  expect(found.map(({ id }) => id)).not.toContain(first?.id)

  await platform(db =>
    db
      .update(memberships)
      .set({ joinedAt: new Date() })
      .where(and(eq(memberships.companyId, first?.id ?? 0), eq(memberships.userId, vet.id))),
  )
  const boss = await first?.manager()
  if (!boss) throw new Error('There is no company.')
  for (let at = 0; at <= maxTasksOfOther; at++) await sendTask(boss, vet, longAgo)
  const [card] = (await others(vet)).companies
  expect(card).toMatchObject({ id: first?.id, tasks: { total: maxTasksOfOther + 1 } })
  expect(card?.tasks?.data).toHaveLength(maxTasksOfOther)
})

test('it costs one statement without another company, and in one as many for many tasks as for one', async () => {
  const { boss, vet } = await vetOfTwo()
  const statements = async (who: Person) => {
    await others(who)
    // Notifications of the tasks before are sent by statements of their own.
    await jobsDone()
    return (await tripsOf(() => others(who))).flat().map(inShort).sort()
  }
  // Who asks, and where else they work.
  expect(await statements(boss)).toHaveLength(2)
  await sendTask(boss, vet, longAgo)
  const ofOne = await statements(vet)
  await sendTask(boss, vet, longAgo)
  await sendTask(boss, vet, longAgo)
  expect(await statements(vet)).toEqual(ofOne)
  expect(ofOne.length).toBeLessThanOrEqual(14)
})

test('an administrator of the platform works in no other company, and an account without any sees none', async () => {
  expect(await others(await admin())).toEqual({ companies: [], more: 0 })
  const { vet, dairy } = await vetOfTwo()
  expect(await others(await (await company()).guest())).toEqual({ companies: [], more: 0 })
  expect((await others(vet)).companies.map(({ id }) => id)).toEqual([dairy.id])
})
