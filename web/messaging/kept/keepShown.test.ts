import { expect, test } from 'vitest'
import type { Message } from '#shared/messaging/shapes.ts'
import { keepShown, Thread } from '../thread/Thread.ts'

const line = (id: number, change_id: number, message_text = `Line ${id}`) =>
  ({ id, uuid: `${id}`, change_id, sender_id: 1, reads: [], message_text }) as unknown as Message

test('what is shown is kept as it comes, each form of it once, and what was kept before is not written again', async () => {
  const answers = [[line(1, 1), line(2, 2)], [line(4, 4)]]
  const server = { changeId: async () => 2, messages: async () => answers.shift() ?? [] }
  const thread = new Thread(server, () => false)
  const kept: string[][] = []
  const first = Promise.withResolvers<void>()
  const end = keepShown(thread, async messages => {
    // The first takes longest.
    if (kept.length === 0) await first.promise
    kept.push(messages.map(({ message_text }) => message_text))
  })
  thread.offer([line(1, 1)])
  await thread.load()
  thread.hear(line(3, 3))
  thread.hear(line(3, 4, 'Changed'))
  first.resolve()
  await expect.poll(() => kept).toEqual([['Line 1', 'Line 2'], ['Line 3'], ['Changed']])
  // One was missed before it, and is fetched.
  answers[0] = [line(4, 5), line(5, 6)]
  thread.hear(line(5, 6))
  await expect.poll(() => kept.flat().slice(4)).toEqual(expect.arrayContaining(['Line 5', 'Line 4']))
  end()
  const before = kept.length
  const others: Message[] = []
  const endOther = keepShown(thread, async messages => void others.push(...messages))
  thread.hear(line(6, 7))
  await expect.poll(() => others.map(({ id }) => id)).toContain(6)
  endOther()
  expect(kept).toHaveLength(before)
})
