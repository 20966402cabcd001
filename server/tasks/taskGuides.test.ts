import { expect, test } from 'vitest'
import { guides } from '#shared/guides/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { company, type Person } from '../test/people.ts'

const content = { title: { en: 'Gates', hu: 'Kapuk' }, body: { en: 'Shut it.' }, default_language: 'en' } as const

const drafted = (boss: Person) => boss.call(guides.create, content)

test('a task leads its person to its guide, for as long as that can be read', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id: guide_id } = await drafted(boss)
  await boss.call(guides.publish, { id: guide_id })
  const give = { title: 'Shut the gates', assignees: [{ user_id: hand.id }] }
  const task = await boss.call(tasks.create, { ...give, guide_id })
  expect(task).toMatchObject({ guide_id, guide_title: content.title })

  const [listed] = (await hand.call(tasks.sent, {})).data
  expect(listed).toMatchObject({ guide_id, guide_title: content.title })
  expect(await hand.call(guides.get, { id: guide_id })).toMatchObject({ title: content.title })

  await boss.call(guides.remove, { id: guide_id })
  expect(await hand.call(tasks.getSent, { id: listed?.id ?? 0 })).toMatchObject({ guide_id, guide_title: null })
  expect(await boss.call(tasks.update, { id: task.id, guide_id: null })).toMatchObject({ guide_id: null })
})

test('only a published guide of one’s own company can be given along', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, stranger] = [await farm.manager(), await farm.worker(), await dairy.manager()]
  const draft = await drafted(boss)
  const elsewhere = await drafted(stranger)
  await stranger.call(guides.publish, { id: elsewhere.id })
  const give = { title: 'Shut the gates', assignees: [{ user_id: hand.id }] }
  const unknown = 'This does not exist, or you are not allowed to see it.'
  for (const [guide_id, words] of [
    [draft.id, 'This guide is not published yet.'],
    [elsewhere.id, unknown],
    [999_999_999, unknown],
  ] as const)
    expect(await boss.refused(tasks.create, { ...give, guide_id })).toMatchObject({
      status: 422,
      errors: { guide_id: [words] },
    })
})
