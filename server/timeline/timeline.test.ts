import { expect, test } from 'vitest'
import { animalEvents } from '#shared/animal-events/contract.ts'
import { animals } from '#shared/animals/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { timeline } from '#shared/timeline/contract.ts'
import { lameAnswers, publishedForm } from '../test/forms.ts'
import { company } from '../test/people.ts'
import { attach, begin } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString().slice(0, 10)

test('everything about an animal stands in one timeline, as each may read it, page by page', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, other, guest] = [
    await farm.manager(),
    await farm.worker(),
    await farm.worker(),
    await farm.guest(),
  ]
  const daisy = await boss.call(animals.create, { name: 'Daisy', species: 'cattle' })
  const subjects = [{ type: 'animal', id: daisy.id, name: daisy.name } as const]
  for (const days of [30, 20, 10])
    await hand.call(animalEvents.create, {
      ...{ id: daisy.id, day: daysAgo(days), note: `Seen ${days} days ago` },
      details: { type: 'observation' },
    })
  const form = await publishedForm(boss)
  const begun = await begin(hand, form, { subjects })
  const { uuid } = await attach(hand, begun)
  await hand.call(submissions.complete, { id: begun.id, answers: { ...lameAnswers, picture: { value: [{ uuid }] } } })
  const task = await sendTask(boss, hand, { title: 'Trim', subjects })
  const talk = await boss.call(messaging.create, { type: 'group', title: 'Barn', user_ids: [hand.id] })
  await boss.call(messaging.sendTask, { conversation_id: talk.id, message_text: 'Look at her', task_sent_id: task.id })

  const read = async (person: typeof boss, more = {}) => person.call(timeline.ofAnimal, { id: daisy.id, ...more })
  const kinds = ({ entries }: { entries: { kind: string; event_type: string | null }[] }) =>
    entries.map(({ kind }) => kind)
  const all = await read(boss)
  expect(new Set(kinds(all))).toEqual(new Set(['message', 'task', 'finding', 'submission', 'event']))
  expect(all.entries.slice(-3).map(({ words }) => words)).toEqual(
    [30, 20, 10].toReversed().map(days => `Seen ${days} days ago`),
  )
  expect(all.next).toBeNull()
  // Page by page it is the same, each once.
  const paged = []
  for (let before: string | undefined; ; ) {
    const { entries, next } = await read(boss, { limit: 2, ...(before && { before }) })
    paged.push(...entries)
    if (next === null) break
    before = next
  }
  expect(paged).toEqual(all.entries)
  // Who is not in the conversation reads nothing of it.
  expect(kinds(await read(other))).not.toContain('message')
  expect(kinds(await read(hand))).toContain('message')
  expect(await guest.refused(timeline.ofAnimal, { id: daisy.id })).toMatchObject({ status: 403 })
  expect(await (await dairy.manager()).refused(timeline.ofAnimal, { id: daisy.id })).toMatchObject({ status: 404 })
  expect(await boss.heard('subjects.history_changed')).toHaveLength(3)
  expect(await guest.heard('subjects.history_changed')).toEqual([])
})
