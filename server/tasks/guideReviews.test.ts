import { expect, test } from 'vitest'
import { guides } from '#shared/guides/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { company, type Person, platform } from '../test/people.ts'
import { tend } from '../test/tend.ts'
import { askForGuideReviews } from './automaticTasks.ts'

const gates = { title: { en: 'Gates', hu: 'Kapuk' }, body: { en: 'Shut them.' }, default_language: 'en' } as const
const ask = async () => {
  const { services } = await tend()
  const then = await platform(db => askForGuideReviews.work({}, { db, services }))
  await then?.()
}
const named = async (person: Person, title: string) =>
  (await person.call(tasks.sent, { per_page: 50 })).data.filter(task => task.title === title)

test('a guide’s review day is one task of its owner, and the next day another', async () => {
  const farm = await company()
  const [boss, owner, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const { id } = await boss.call(guides.create, { ...gates, owner_id: owner.id, review_on: '2020-01-01' })
  await boss.call(guides.publish, { id })
  await boss.call(guides.create, { ...gates, title: { en: 'Later' }, review_on: '2090-01-01' })
  await ask()
  await ask()
  const title = 'Review the guide “Gates”'
  expect(await named(owner, title)).toMatchObject([{ guide_id: id, is_completed: false }])
  expect(await named(other, title)).toEqual([])
  expect(await named(boss, 'Review the guide “Later”')).toEqual([])
  await boss.call(guides.update, { id, review_on: '2020-06-01' })
  await ask()
  expect(await named(owner, title)).toHaveLength(2)
})
