import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { notices as calls } from '#shared/notifications/contract.ts'
import { tasks as taskCalls } from '#shared/tasks/contract.ts'
import { tasks } from '../tasks/table.ts'
import { openMailbox } from '../test/mailbox.ts'
import { company, type Person, platform } from '../test/people.ts'
import { minutePasses } from '../test/series.ts'
import { sendTask } from '../test/tasks.ts'
import { tend } from '../test/tend.ts'
import { sendDigests } from './module.ts'
import { notices } from './table.ts'

const told = async (person: Person, input = {}) => (await person.call(calls.list, input)).data
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '')
const yesterday = new Date(Date.now() - 26 * 3600_000).toISOString().slice(0, 16)

test('a person hears of a new task by the bell in their language, and reads it once', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const stranger = await dairy.manager()
  const sent = await sendTask(boss, hand, { title: 'عدّ الأغنام', priority: 'urgent' })

  const [notice] = await told(hand)
  expect(notice).toMatchObject({
    ...{
      kind: 'task.assigned',
      href: `/tasks/${sent.id}`,
      about: `task ${sent.task_id}`,
      is_urgent: true,
      read_at: null,
    },
    text: `\u2068${boss.name}\u2069 gave you a task: \u2068عدّ الأغنام\u2069`,
  })
  expect(plain((await hand.call(calls.list, {}, { lang: 'hu' })).data[0]?.text ?? '')).toBe(
    `${boss.name} új feladatot adott: عدّ الأغنام`,
  )
  expect(await hand.heard('notice.created')).toEqual([{ id: notice?.id, is_urgent: true }])
  for (const person of [boss, other, stranger]) {
    expect(await told(person)).toEqual([])
    expect(await person.heard('notice.created')).toEqual([])
    // What is not theirs stays unread.
    await person.call(calls.read, { ids: [notice?.id ?? ''] })
  }
  expect(await hand.call(calls.unreadCount, {})).toEqual({ unread_count: 1 })
  await sendTask(boss, hand)
  expect(await hand.call(calls.read, { ids: [notice?.id ?? ''] })).toEqual({ unread_count: 1 })
  expect(await told(hand, { unread: 'true' })).toHaveLength(1)
  expect(await hand.call(calls.read, { all: true })).toEqual({ unread_count: 0 })
  expect(await told(hand, { kind: 'task.assigned' })).toHaveLength(2)
  expect(await told(hand, { kind: 'task.overdue' })).toEqual([])
  expect(await hand.refused(calls.list, { kind: 'nonsense' })).toMatchObject({ status: 422 })
})

test('undone work is reported to its giver, then to all managers, each once', async () => {
  const farm = await company()
  const [boss, second, hand] = [await farm.manager(), await farm.manager(), await farm.worker()]
  await sendTask(boss, hand, { title: 'Mend the gate', starts_at: yesterday, due_after: 'PT23H' })
  await minutePasses()
  await minutePasses()
  const sentence = `Mend the gate is overdue: ${hand.name}`
  expect((await told(boss)).map(({ text }) => plain(text))).toEqual([sentence])
  expect(await told(second)).toEqual([])
  await sendTask(boss, hand, { title: 'Mend the fence', starts_at: yesterday, due_after: 'PT1H' })
  await minutePasses()
  await minutePasses()
  await minutePasses()
  expect((await told(second)).map(({ text }) => plain(text))).toEqual([`Mend the fence is overdue: ${hand.name}`])
  expect(await told(boss)).toHaveLength(2)
  expect((await told(hand)).map(({ kind }) => kind)).toEqual(['task.assigned', 'task.assigned'])
})

test('each chooses: silent kinds and muted things do not come, mails do, at once or together', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const mailbox = await openMailbox()
  onTestFinished(() => mailbox.close())
  expect(await hand.call(calls.preferences, {})).toMatchObject({ mailed: [], silent: [], digest_at: null })
  await hand.call(calls.setPreferences, { mailed: ['task.assigned'] })
  await sendTask(boss, hand, { title: 'By mail' })
  const first = await mailbox.next(hand.email)
  expect(plain(first.subject)).toBe(`${boss.name} gave you a task: By mail`)

  const soon = new Date(Date.now() + 3600_000).toISOString().slice(11, 16)
  expect(await hand.call(calls.setPreferences, { digest_at: soon })).toMatchObject({
    mailed: ['task.assigned'],
    digest_at: soon,
  })
  for (const title of ['One', 'Two']) await sendTask(boss, hand, { title })
  await platform(db => db.update(notices).set({ digestAt: new Date() }).where(eq(notices.userId, hand.id)))
  const { services } = await tend()
  await platform(db => sendDigests.work({}, { db, services }))
  const digest = await mailbox.next(hand.email, 2)
  expect(plain(digest.text ?? '')).toContain('gave you a task: Two')

  const [latest] = await told(hand)
  await hand.call(calls.setPreferences, { silent: ['task.assigned'], mailed: [], muted: [latest?.about ?? ''] })
  await sendTask(boss, hand, { title: 'Silent' })
  expect(await told(hand)).toHaveLength(3)
  expect(await hand.refused(calls.setPreferences, { quiet_from: '25:00' })).toMatchObject({ status: 422 })
  await hand.call(calls.test, {})
  expect((await told(hand))[0]).toMatchObject({ kind: 'notice.test', is_urgent: true })
})

test('tasks from a form are named in the reader’s language: reassigned, overdue and muted', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const sent = await sendTask(boss, hand, { title: 'Mend the gate', starts_at: yesterday, due_after: 'PT23H' })
  const titles = { hu: 'Javítsd meg a kaput', ar: 'أصلح البوابة' }
  await platform(db => db.update(tasks).set({ titles }).where(eq(tasks.id, sent.task_id)))
  await boss.call(taskCalls.give, { sent_task_ids: [sent.id], user_id: other.id })
  await minutePasses()
  const saidTo = async (person: Person, lang: 'en' | 'hu' | 'ar') => {
    const [last] = (await person.call(calls.list, {}, { lang })).data
    return plain(last?.text ?? '')
  }
  expect(await saidTo(other, 'hu')).toBe(`${boss.name} új feladatot adott: ${titles.hu}`)
  expect(await saidTo(other, 'ar')).toContain(titles.ar)
  expect(await saidTo(other, 'en')).toBe(`${boss.name} gave you a task: Mend the gate`)
  expect(await saidTo(boss, 'hu')).toContain(titles.hu)
  expect(await saidTo(boss, 'en')).toBe(`Mend the gate is overdue: ${other.name}`)
  const [notice] = await told(other)
  const muted = await other.call(calls.mute, { notice_id: notice?.id ?? '', what: 'thing' }, { lang: 'hu' })
  expect(muted).toMatchObject([{ name: titles.hu }])
})

test('a kind that is silent in the bell and wanted by mail is named there, at once and daily', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const mailbox = await openMailbox()
  onTestFinished(() => mailbox.close())
  await hand.call(calls.setPreferences, { mailed: ['task.assigned'], silent: ['task.assigned'] })
  await sendTask(boss, hand, { title: 'Only by mail' })
  expect(plain((await mailbox.next(hand.email)).subject)).toBe(`${boss.name} gave you a task: Only by mail`)
  expect(await told(hand)).toEqual([])

  await hand.call(calls.setPreferences, { digest_at: '06:00' })
  for (const title of ['One', 'Two']) await sendTask(boss, hand, { title })
  await platform(db => db.update(notices).set({ digestAt: new Date() }).where(eq(notices.userId, hand.id)))
  const { services } = await tend()
  await platform(db => sendDigests.work({}, { db, services }))
  const text = plain((await mailbox.next(hand.email, 2)).text ?? '')
  for (const title of ['One', 'Two']) expect(text).toContain(`${boss.name} gave you a task: ${title}`)
  expect(await told(hand)).toEqual([])
})
