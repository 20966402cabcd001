/** A plain message: what its conversation and its people are told, who may write it, and that it is written once. */
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { roles } from '#shared/lib/roles.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { maxUnread, perMinute } from '#shared/messaging/rules.ts'
import { messagingEvents } from '#shared/messaging/shapes.ts'
import { sessions } from '../accounts/sessionTable.ts'
import { users } from '../accounts/table.ts'
import { memberships } from '../companies/table.ts'
import { nothingFollows } from '../test/nothingFollows.ts'
import { company, type Person, platform } from '../test/people.ts'
import { tend } from '../test/tend.ts'
import { messages } from './table.ts'

async function barn() {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const draft = { title: 'Barn "people"', user_ids: [hand.id, other.id] }
  const { id } = await boss.call(messaging.create, { type: 'group', ...draft })
  return { farm, boss, hand, other, id }
}

test('the event of a post equals that of a forwarded one: shape, sender, unread counts', async () => {
  const { boss, hand, other, id } = await barn()
  await other.call(messaging.own, { id, is_muted: true })
  const text = 'The "trough" in barn 2\n\\ is empty 🐄'
  const plain = await boss.call(messaging.post, { id, message_text: text, mentions: [hand.id, 999_999] })
  await nothingFollows()
  const passed = await boss.call(messaging.post, { id, message_text: text, mentions: [hand.id], forward_id: plain.id })
  expect(plain).toEqual({
    ...passed,
    ...{ id: plain.id, uuid: plain.uuid, created_at: plain.created_at, is_forwarded: false },
    change_id: passed.change_id - 1,
  })
  expect(await hand.call(messaging.messages, { id })).toEqual(expect.arrayContaining([plain]))
  for (const event of ['message.sent', 'new-message-notification', 'NewMessageNotification'] as const) {
    const [one, next] = (await hand.heard(event)).slice(-2) as [Record<string, unknown>, Record<string, unknown>]
    expect(messagingEvents[event].strict().parse(one)).toEqual(one)
    expect(Object.keys(one).sort()).toEqual(Object.keys(next).sort())
    expect(one).toMatchObject({ id: plain.id, sender: plain.sender, message_text: text })
    if (event === 'message.sent') expect(one).toEqual(plain)
    else expect(one).toMatchObject({ conversation_title: 'Barn "people"', conversation_id: id })
  }
  expect((await hand.heard('NewMessageNotification')).at(-2)).toMatchObject({ unread_count: 1, is_mention: true })
  expect((await other.heard('NewMessageNotification')).at(-2)).toMatchObject({ is_muted: true, is_mention: false })
  expect(await boss.heard('NewMessageNotification')).toEqual([])
})

test('unread messages are counted for each person without their own, up to the shown number', async () => {
  const { boss, hand, other, id } = await barn()
  const say = (person: Person) => person.call(messaging.post, { id, message_text: 'Gate' })
  const [first] = [await say(boss), await say(hand), await say(other), await say(boss)]
  const latest = async (person: Person) => (await person.heard('NewMessageNotification')).at(-1)
  expect(await latest(hand)).toMatchObject({ unread_count: 3 })
  await hand.call(messaging.read, { id, message_id: first.id })
  await say(boss)
  expect(await latest(hand)).toMatchObject({ unread_count: 3 })
  expect(await latest(other)).toMatchObject({ unread_count: 4 })
  await platform(async db => {
    const [row] = await db.select().from(messages).where(eq(messages.id, first.id))
    if (!row) throw new Error('The message is gone.')
    const more = Array.from({ length: maxUnread + 300 }, () => ({
      ...row,
      id: undefined,
      uuid: randomUUID(),
      words: '',
    }))
    await db.insert(messages).values(more)
  })
  await say(other)
  expect(await latest(hand)).toMatchObject({ unread_count: maxUnread })
})

test('a cached identity writes nothing once the person is out, for any reason', async () => {
  const { boss, hand, other, farm, id } = await barn()
  const post = (person: Person) => person.call(messaging.post, { id, message_text: 'Gate' })
  for (const person of [boss, hand, other]) await post(person)
  const place = (person: Person) => and(eq(memberships.companyId, farm.id), eq(memberships.userId, person.id))
  await platform(async db => {
    await db.update(memberships).set({ frozenAt: new Date() }).where(place(hand))
    await db.delete(sessions).where(eq(sessions.userId, boss.id))
    await db
      .update(sessions)
      .set({ tokenExpiresAt: new Date(0) })
      .where(eq(sessions.userId, other.id))
  })
  const refusal = (person: Person) => person.refused(messaging.post, { id, message_text: 'Let me in' })
  expect(await refusal(hand)).toMatchObject({ status: 403 })
  expect(await refusal(boss)).toMatchObject({ status: 401, code: 'unauthenticated' })
  expect(await refusal(other)).toMatchObject({ status: 401, code: 'token_expired' })
})

test('the same again under its uuid is the same message, with an Idempotency-Key too', async () => {
  const { boss, id } = await barn()
  const draft = { id, message_text: 'Gate', uuid: randomUUID() }
  const headers = { 'idempotency-key': randomUUID() }
  const sent = () => boss.call(messaging.post, draft, { headers })
  const first = await sent()
  expect(await sent()).toEqual(first)
  const many = await Promise.all(Array.from({ length: 10 }, () => sent()))
  expect(new Set(many.map(one => one.id))).toEqual(new Set([first.id]))
  // What says nothing by which it could be known again is kept under its key, as every other call.
  const another = { headers: { 'idempotency-key': randomUUID() } }
  const keyed = () => boss.call(messaging.post, { id, message_text: 'Gate' }, another)
  expect(await keyed()).toEqual(await keyed())
})

test('it counts as every message does, and says so where there were too many', async () => {
  const { boss, id } = await barn()
  const post = { id, message_text: 'Gate' }
  await boss.call(messaging.post, post)
  await boss.call(messaging.post, post)
  const { limits } = (await tend()).services
  expect(await limits.spend(perMinute, String(boss.id))).toBe(perMinute.tries - 3)
  for (let time = 3; time < perMinute.tries; time++) await limits.spend(perMinute, String(boss.id))
  expect(await boss.refused(messaging.post, post)).toMatchObject({ status: 429, code: 'too_many_requests' })
})

test('who has blocked the sender is told nothing, and is not written to alone', async () => {
  const { boss, hand, other, id } = await barn()
  const { id: pair } = await hand.call(messaging.create, { type: 'private', user_ids: [other.id] })
  await other.call(messaging.post, { id: pair, message_text: 'Here' })
  await hand.call(messaging.block, { id: other.id, is_on: true })
  await other.call(messaging.post, { id, message_text: 'To all' })
  expect(JSON.stringify(await hand.heard('NewMessageNotification'))).not.toContain('To all')
  expect(JSON.stringify(await boss.heard('NewMessageNotification'))).toContain('To all')
  expect(await other.refused(messaging.post, { id: pair, message_text: 'Gone' })).toMatchObject({ code: 'blocked' })
})

test('a long one, and one to very many, arrive as well', async () => {
  const { boss, hand, farm, id } = await barn()
  const texts = ['é'.repeat(1_500), 'ő'.repeat(9_000)]
  for (const message_text of texts) await boss.call(messaging.post, { id, message_text })
  const heard = async () =>
    ((await hand.heard('message.sent')) as { message_text: string }[]).map(one => one.message_text)
  expect(await heard()).toEqual(texts)
  const names = Array.from({ length: 150 }, (_, at) => ({ name: `Hand ${at}`, languageId: 1 }))
  const people = await platform(async db => {
    const made = await db.insert(users).values(names).returning({ id: users.id })
    await db
      .insert(memberships)
      .values(made.map(one => ({ companyId: farm.id, userId: one.id, roleId: roles.employee })))
    return made.map(one => one.id)
  })
  const crowd = await boss.call(messaging.create, { type: 'group', title: 'All', user_ids: [hand.id, ...people] })
  await boss.call(messaging.post, { id: crowd.id, message_text: 'To very many' })
  expect(await heard()).toContain('To very many')
  expect((await hand.heard('NewMessageNotification')).at(-1)).toMatchObject({ message_text: 'To very many' })
})
