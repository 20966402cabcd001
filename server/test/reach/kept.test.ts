/** What was kept for somebody, or is made for them outside of calls, after they were narrowed to a part. */
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { me } from '#shared/accounts/me.ts'
import { animalEvents } from '#shared/animal-events/contract.ts'
import { documents } from '#shared/documents/contract.ts'
import { exports } from '#shared/exports/contract.ts'
import { feeds } from '#shared/feeds/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { notices } from '#shared/notifications/contract.ts'
import { notificationKinds } from '#shared/notifications/rules.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { notices as noticeRows } from '../../notifications/table.ts'
import { goodAnswers, publishedForm } from '../forms.ts'
import { jobsDone } from '../jobsDone.ts'
import { narrow, platform } from '../people.ts'
import { hoursAhead } from '../series.ts'
import { complete } from '../submissions.ts'
import { tend } from '../tend.ts'
import { about, sites } from './sites.ts'

const today = () => new Date().toISOString().slice(0, 10)

test('what a manager had made of the whole company is not given to one of a site', async () => {
  const { farm, boss, hand, inside, outside } = await sites()
  const other = await farm.manager()
  const form = await publishedForm(boss)
  const { id: record_id } = await complete(hand, form, goodAnswers, { subjects: about('animal', outside.cow) })
  const { id: exported } = await other.call(exports.begin, { format: 'csv', filters: { form_id: form.id } })
  const { id: printed } = await other.call(documents.begin, { kind: 'submission', record_id })
  await jobsDone()
  expect(await other.call(exports.get, { id: exported })).toMatchObject({ state: 'ready' })
  await narrow(other, farm.id, { locations: [inside.id] })
  for (const [call, id] of [
    [exports.get, exported],
    [exports.fetch, exported],
    [documents.get, printed],
    [documents.fetch, printed],
  ] as const)
    expect(await other.refused(call, { id }), call.path).toMatchObject({ status: 404 })
  const lists = [await other.call(exports.list, {}), await other.call(documents.list, {})]
  expect(lists.map(({ meta }) => meta.total)).toEqual([0, 0])
  expect(await other.refused(documents.begin, { kind: 'submission', record_id })).toMatchObject({ status: 404 })
})

test('who was told of something at the other site reads it no more', async () => {
  const { farm, boss, hand, inside, outside } = await sites()
  const other = await farm.manager()
  const form = await publishedForm(boss)
  const made: number[] = []
  for (const cow of [inside.cow, outside.cow])
    made.push((await complete(hand, form, goodAnswers, { subjects: about('animal', cow) })).id)
  const [topic] = notificationKinds
  await platform(db =>
    db.insert(noticeRows).values(
      made.map(id => ({
        ...{ id: crypto.randomUUID(), companyId: farm.id, userId: other.id, topic, facts: {}, said: {} },
        about: `submission ${id}`,
      })),
    ),
  )
  const told = async () => (await other.call(notices.list, {})).data.map(one => one.about).sort()
  expect(await told()).toEqual(made.map(id => `submission ${id}`).sort())
  await narrow(other, farm.id, { locations: [inside.id] })
  expect(await told()).toEqual([`submission ${made[0]}`])
  expect(await other.call(notices.unreadCount, {})).toEqual({ unread_count: 1 })
})

test('a calendar that a phone reads names what stands at the site of its person', async () => {
  const { farm, boss, hand, inside, outside } = await sites()
  await boss.call(tasks.create, {
    ...{ title: 'Weigh', recurrence: 'FREQ=DAILY', starts_at: hoursAhead(24), timezone: 'UTC', due_after: 'PT2H' },
    ...{ assignees: [{ role_id: roles.employee }], per_subject: true },
    subjects: [...about('animal', inside.cow), ...about('animal', outside.cow)] as never,
  })
  const { address } = await hand.call(feeds.create, {})
  const { app } = await tend()
  const read = async () => (await app.inject({ method: 'GET', url: new URL(address).pathname })).body
  expect(await read()).toContain('Cow South')
  await narrow(hand, farm.id, { locations: [inside.id] })
  const narrowed = await read()
  expect(narrowed).toContain('Cow North')
  expect(narrowed).not.toContain('Cow South')
})

test('the data of a person are what they did, and of animals that they no longer see nothing', async () => {
  const { farm, boss, hand, inside, outside } = await sites()
  for (const cow of [inside.cow, outside.cow])
    await hand.call(animalEvents.create, {
      ...{ id: cow.id, day: today() },
      state: 'done',
      details: { type: 'observation' },
    })
  const form = await publishedForm(boss)
  const { id } = await complete(hand, form, goodAnswers, { subjects: about('animal', outside.cow) })
  const data = async () => {
    const zip = unzipSync(new Uint8Array((await hand.call(me.export, {})) as unknown as Buffer))
    return JSON.parse(strFromU8(zip['data.json'] ?? new Uint8Array()))
  }
  expect((await data()).animal_events).toHaveLength(2)
  await narrow(hand, farm.id, { locations: [inside.id] })
  const narrowed = await data()
  expect(narrowed.submissions).toMatchObject([{ id }])
  expect(narrowed.animal_events).toMatchObject([{ animal_id: inside.cow.id }])
})
