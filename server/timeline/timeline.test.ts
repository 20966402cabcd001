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

test('everything about an animal is in one timeline, as each may read it, by pages', async () => {
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
  // An event comes whole, so that it can be corrected where it stands.
  expect(all.entries.at(-1)?.event).toMatchObject({ day: daysAgo(30), user_id: hand.id })
  await boss.call(animals.setStatus, { id: daisy.id, state: 'attention', reason: 'Stiff' })
  expect(new Set(kinds(await read(boss, { show: 'checks' })))).toEqual(new Set(['finding', 'submission', 'status']))
  expect((await read(boss, { show: 'checks' })).entries[0]).toMatchObject({ state: 'attention', words: 'Stiff' })
  expect(new Set(kinds(await read(boss, { show: 'records' })))).toEqual(new Set(['event']))
  expect(kinds(await read(other, { show: 'messages' }))).toEqual([])
  // Who is not in the conversation reads nothing of it.
  expect(kinds(await read(other))).not.toContain('message')
  expect(kinds(await read(hand))).toContain('message')
  expect(await guest.refused(timeline.ofAnimal, { id: daisy.id })).toMatchObject({ status: 403 })
  expect(await (await dairy.manager()).refused(timeline.ofAnimal, { id: daisy.id })).toMatchObject({ status: 404 })
  expect(await boss.heard('subjects.history_changed')).toHaveLength(3)
  expect(await guest.heard('subjects.history_changed')).toEqual([])
})

test('messages that name an animal stand in its timeline, for those alone who are in the conversation', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const rosa = await boss.call(animals.create, {
    ...{ name: 'Rosa', species: 'cattle', identifier: 'HU 30012 3456 7' },
    other_identifiers: [{ scheme: 'eid', value: '348000012345678' }],
  })
  const short = await boss.call(animals.create, { name: '12', species: 'cattle' })
  const group = await boss.call(messaging.create, { type: 'group', title: 'Barn', user_ids: [hand.id] })
  const say = (id: number, message_text: string) => boss.call(messaging.post, { id, message_text })
  const kept = [
    await say(group.id, 'Has anybody seen rosa today?'),
    await say(group.id, 'HU 30012-3456 7 did not eat'),
    await say(group.id, 'hu3001234567 is at the gate'),
    await say(group.id, 'Chip 348000012345678 was read'),
    await say(group.id, `Look: https://farm.example/animals/${rosa.id}.`),
    // In Hungarian endings are written to names.
    await boss.call(messaging.post, { id: group.id, message_text: 'Láttam Rosát a kapunál' }, { lang: 'hu' }),
  ]
  for (const text of ['Rosalie is here', 'Primrosa too', 'HU 30012 3456 71', `/animals/${rosa.id}9`, '12 bales came'])
    await say(group.id, text)
  const aside = await boss.call(messaging.create, { type: 'private', user_ids: [other.id] })
  const whispered = await say(aside.id, 'Keep an eye on Rosa')
  const said = async (person: typeof boss, id = rosa.id, more = {}) =>
    (await person.call(timeline.ofAnimal, { id, ...more })).entries.flatMap(({ kind, words }) =>
      kind === 'message' ? [words] : [],
    )
  const texts = (some: { message_text: string }[]) => some.map(({ message_text }) => message_text).toReversed()
  expect(await said(hand)).toEqual(texts(kept))
  expect(await said(boss)).toEqual(texts([...kept, whispered]))
  expect(await said(other)).toEqual(texts([whispered]))
  expect(await said(boss, short.id)).toEqual([])

  // Page by page, each once.
  const paged: unknown[] = []
  for (let before: string | undefined; ; ) {
    const { entries, next } = await boss.call(timeline.ofAnimal, { id: rosa.id, limit: 2, ...(before && { before }) })
    paged.push(...entries.filter(({ kind }) => kind === 'message').map(({ words }) => words))
    if (next === null) break
    before = next
  }
  expect(paged).toEqual(texts([...kept, whispered]))
  // What was deleted names nothing any more.
  await boss.call(messaging.removeMessage, { id: whispered.id })
  expect(await said(other)).toEqual([])
})
