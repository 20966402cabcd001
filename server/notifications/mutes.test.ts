import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies } from '#shared/companies/contract.ts'
import { notices as calls } from '#shared/notifications/contract.ts'
import { maxMuted } from '#shared/notifications/rules.ts'
import { atOnce } from '../test/atOnce.ts'
import { company, type Person, platform } from '../test/people.ts'
import { sendTask } from '../test/tasks.ts'
import { notices, notificationMutes } from './table.ts'

const told = async (person: Person) => (await person.call(calls.list, {})).data
const titles = async (person: Person) =>
  (await told(person)).map(({ text }) => text.replace(/.*: |[\u2068\u2069]/g, ''))
const soon = () => new Date(Date.now() + 3600_000).toISOString()

test('a thing is muted until its end, is listed by its name, and heard of again when that is undone', async () => {
  const farm = await company()
  const [boss, second, hand] = [await farm.manager(), await farm.manager(), await farm.worker()]
  const sent = await sendTask(boss, hand, { title: 'Mend the gate' })
  const [notice] = await told(hand)
  const until = soon()
  const muted = await hand.call(calls.mute, { notice_id: notice?.id ?? '', what: 'thing', until })
  expect(muted).toMatchObject([{ about: `task ${sent.task_id}`, user_id: null, name: 'Mend the gate', until }])
  expect(await hand.call(calls.preferences, {})).toMatchObject({ muted: [`task ${sent.task_id}`] })
  // Nobody mutes by another person's notification, or undoes another person's mute.
  for (const other of [second, await (await company()).manager()]) {
    expect(await other.refused(calls.mute, { notice_id: notice?.id ?? '', what: 'thing' })).toMatchObject({
      status: 404,
    })
    expect(await other.refused(calls.unmute, { id: muted[0]?.id ?? 0 })).toMatchObject({ status: 404 })
  }
  const past = new Date(Date.now() - 1000)
  const wrong = { notice_id: notice?.id ?? '', what: 'thing', until: past.toISOString() }
  expect(await hand.refused(calls.mute, wrong)).toMatchObject({ status: 422 })
  // The same again is one mute with another end.
  expect(await hand.call(calls.mute, { notice_id: notice?.id ?? '', what: 'thing' })).toMatchObject([{ until: null }])
  expect(await hand.call(calls.unmute, { id: muted[0]?.id ?? 0 })).toBeNull()

  await hand.call(calls.mute, { notice_id: notice?.id ?? '', what: 'thing', until })
  await platform(db => db.update(notificationMutes).set({ until: past }).where(eq(notificationMutes.userId, hand.id)))
  expect(await hand.call(calls.mutes, {})).toEqual([])
  expect(await hand.call(calls.preferences, {})).toMatchObject({ muted: [] })
})

test('two mutes at once stay within the limit', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  for (const title of ['Mend the gate', 'Mend the fence']) await sendTask(boss, hand, { title })
  const seen = await told(hand)
  const about = Array.from({ length: maxMuted - 1 }, (_, at) => ({ about: `task ${2_000_000 + at}` }))
  await platform(db =>
    db.insert(notificationMutes).values(about.map(one => ({ ...one, companyId: farm.id, userId: hand.id }))),
  )
  const answers = await atOnce(2, at => hand.send(calls.mute, { notice_id: seen[at]?.id ?? '', what: 'thing' }))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
  expect(await hand.call(calls.mutes, {})).toHaveLength(maxMuted)
})

test('a muted person’s urgent notifications pass, and others’ are untouched', async () => {
  const farm = await company()
  const [boss, second, hand, other] = [
    ...[await farm.manager(), await farm.manager()],
    ...[await farm.worker(), await farm.worker()],
  ] as [Person, Person, Person, Person]
  await sendTask(boss, hand, { title: 'First' })
  const [notice] = await told(hand)
  expect(notice?.by).toEqual({ id: boss.id, name: boss.name })
  expect(await hand.call(calls.mute, { notice_id: notice?.id ?? '', what: 'person' })).toMatchObject([
    { about: null, user_id: boss.id, name: boss.name, until: null },
  ])
  await sendTask(boss, hand, { title: 'Not heard' })
  await sendTask(boss, hand, { title: 'Fire', priority: 'urgent' })
  await sendTask(second, hand, { title: 'Of another' })
  await sendTask(boss, other, { title: 'Heard' })
  expect(await titles(hand)).toEqual(['Of another', 'Fire', 'First'])
  expect(await titles(other)).toEqual(['Heard'])
})

test('the company’s quiet hours delay mails of people without own ones, and never urgent ones', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  await boss.call(companies.update, { id: farm.id, quiet_from: '00:00', quiet_to: '23:59' })
  expect(await boss.refused(companies.update, { id: farm.id, quiet_from: '24:00' })).toMatchObject({ status: 422 })
  for (const person of [hand, other]) await person.call(calls.setPreferences, { mailed: ['task.assigned'] })
  await other.call(calls.setPreferences, { is_never_quiet: true })
  const held = async (person: Person, priority: 'normal' | 'urgent') => {
    await sendTask(boss, person, { priority })
    const rows = await platform(db => db.select().from(notices).where(eq(notices.userId, person.id)))
    return rows.sort((one, two) => one.createdAt.getTime() - two.createdAt.getTime()).at(-1)?.digestAt !== null
  }
  expect(await held(hand, 'normal')).toBe(true)
  expect(await held(hand, 'urgent')).toBe(false)
  expect(await held(other, 'normal')).toBe(false)
  await other.call(calls.setPreferences, { is_never_quiet: false })
  expect(await held(other, 'normal')).toBe(true)
})
