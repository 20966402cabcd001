/** Unread messages as notifications, which a browser shows when it is connected again. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messaging } from '#shared/messaging/contract.ts'
import { company, type Person, platform } from '../test/people.ts'
import { messages } from './table.ts'

const hourAgo = (id: number) =>
  platform(db => db.update(messages).set({ createdAt: sql`now() - interval '1 hour'` }).where(eq(messages.id, id)))

test('each conversation gives its latest or urgent message, within a time, and none of blocked people', async () => {
  const made = await company()
  const [anna, bela, cili] = [await made.worker(), await made.worker(), await made.worker()]
  const groupOf = async (title: string) =>
    (await anna.call(messaging.create, { type: 'group', title, user_ids: [bela.id, cili.id] })).id
  const [barn, yard, old] = [await groupOf('Barn'), await groupOf('Yard'), await groupOf('Old')]
  const say = (who: Person, id: number, message_text: string, more = {}) =>
    who.call(messaging.post, { id, message_text, ...more })
  const before = await say(anna, old, 'An hour ago')
  await hourAgo(before.id)
  const fire = await say(anna, barn, 'Fire in the straw', { is_urgent: true })
  const [hay, gate] = [
    await say(cili, barn, 'Hay came'),
    await say(anna, yard, 'Gate is open', { mentions: [bela.id] }),
  ]
  await bela.call(messaging.own, { id: yard, is_muted: true })
  const told = async (within_ms?: number) =>
    (await bela.call(messaging.unreadNotifications, { within_ms })).map(({ id }) => id)

  expect(await told()).toEqual([gate.id, fire.id, before.id])
  expect(await told(60_000)).toEqual([gate.id, fire.id])
  expect(await bela.call(messaging.unreadNotifications, { within_ms: 60_000 })).toMatchObject([
    { conversation_title: 'Yard', is_mention: true, is_muted: true, is_urgent: false, unread_count: 1 },
    { message_text: 'Fire in the straw', is_urgent: true, sender: { id: anna.id }, unread_count: 2, is_mention: false },
  ])

  // What is acknowledged does not stand before what came later; nor is one told of by whom one has blocked.
  await bela.call(messaging.acknowledge, { id: fire.id })
  expect(await told(60_000)).toEqual([gate.id, hay.id])
  await bela.call(messaging.block, { id: cili.id })
  expect(await told(60_000)).toEqual([gate.id, fire.id])
  await bela.call(messaging.read, { id: barn, message_id: hay.id })
  await anna.call(messaging.removeMessage, { id: gate.id })
  expect(await told()).toEqual([before.id])
  // Nobody is told of what they wrote themselves, nor of a conversation that they have left.
  expect(await anna.call(messaging.unreadNotifications, { within_ms: 60_000 })).toMatchObject([{ id: hay.id }])
  await bela.call(messaging.leave, { id: old })
  expect(await told()).toEqual([])
  expect(await bela.refused(messaging.unreadNotifications, { within_ms: -1 })).toMatchObject({ status: 422 })
})
