import { expect, test } from 'vitest'
import { guides } from '#shared/guides/contract.ts'
import { notices } from '#shared/notifications/contract.ts'
import { company, type Person } from '../test/people.ts'

const gates = { title: { en: 'Gates' }, body: { en: 'Shut them.' }, default_language: 'en', must_read: true } as const

const told = async (person: Person) =>
  (await person.call(notices.list, { kind: 'guide.to_read' })).data.map(({ text, href }) => [
    text.replace(/[\u2066-\u2069]/g, ''),
    href,
  ])

test('who must read a guide hears of each version, and all who have not are reminded with one call', async () => {
  const farm = await company()
  const [boss, hand, second] = [await farm.manager(), await farm.worker(), await farm.worker()]
  await farm.guest()
  const { id } = await boss.call(guides.create, gates)
  expect(await told(hand)).toEqual([])
  expect(await boss.call(guides.publish, { id })).toMatchObject({ minutes: 1 })
  const sentence = ['Please read: Gates', `/guides/${id}`]
  for (const person of [hand, second]) expect(await told(person)).toEqual([sentence])
  expect(await told(boss)).toEqual([])

  await hand.call(guides.read, { id, version: 1 })
  expect(await boss.call(guides.remind, { id })).toEqual({ reminded: 1 })
  expect(await told(hand)).toHaveLength(1)
  expect(await told(second)).toHaveLength(2)
  expect(await boss.call(guides.remind, { id })).toEqual({ reminded: 0 })
  expect(await hand.refused(guides.remind, { id })).toMatchObject({ status: 403 })
  expect(await (await (await company()).manager()).refused(guides.remind, { id })).toMatchObject({ status: 404 })
})

test('a guide that becomes a must is told at once, and those who hear nothing of it are not counted', async () => {
  const farm = await company()
  const [boss, hand, second] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const { id } = await boss.call(guides.create, { ...gates, must_read: false })
  await boss.call(guides.publish, { id })
  expect(await told(hand)).toEqual([])
  await boss.call(guides.update, { id, must_read: true })
  expect(await told(hand)).toHaveLength(1)
  await second.call(notices.setPreferences, { silent: ['guide.to_read'] })
  expect(await boss.call(guides.remind, { id })).toEqual({ reminded: 1 })
})
