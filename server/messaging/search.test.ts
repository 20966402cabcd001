/**
 * A conversation of which only the newest messages are looked through first: what is older is found all the same, in
 * one order.
 */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messaging } from '#shared/messaging/contract.ts'
import { company, platform } from '../test/people.ts'
import { conversationMembers } from './table.ts'

test('pages of a search go on from the newest messages to the oldest, with and without filters', async () => {
  const farm = await company()
  const [anna, bela] = [await farm.worker(), await farm.worker()]
  const { id } = await anna.call(messaging.create, { type: 'group', title: 'Barn', user_ids: [bela.id] })
  // The first seventy and the last seventy of nine thousand have the word; each third is Béla's.
  await platform(db =>
    db.execute(sql`
      insert into messages (company_id, conversation_id, sender_id, uuid, message_text, locale, change_id, words)
      select ${farm.id}, ${id}, case when n % 3 = 0 then ${bela.id}::int else ${anna.id}::int end, gen_random_uuid(),
        text, 'en', n,
        message_words(text, 'en', ${farm.id}, ${id})
      from generate_series(1, 9000) n,
      lateral (select case when n <= 70 or n > 8930 then 'Trough ' else 'Pen ' end || n as text) said`),
  )
  const found = async (more: object) =>
    (await anna.call(messaging.search, { id, q: 'trough', ...more })).map(({ message }) => message.message_text)
  const names = [...range(8931, 9000), ...range(1, 70)].sort((a, b) => b - a).map(n => `Trough ${n}`)
  expect(await found({})).toEqual(names.slice(0, 50))
  expect(await found({ offset: 50 })).toEqual(names.slice(50, 100))
  expect(await found({ offset: 100 })).toEqual(names.slice(100))
  expect(await found({ user_id: bela.id })).toEqual(names.filter(name => Number(name.slice(7)) % 3 === 0))
  expect(await found({ q: 'pen', limit: 2 })).toEqual(['Pen 8930', 'Pen 8929'])
  // What was said before somebody joined is not found by them among the newest either.
  const [{ last }] = (
    await platform(db => db.execute(sql`select max(id) - 20 as last from messages where conversation_id = ${id}`))
  ).rows as [{ last: number }]
  await platform(db =>
    db.update(conversationMembers).set({ sinceId: last }).where(eq(conversationMembers.userId, anna.id)),
  )
  expect(await found({})).toEqual(names.slice(0, 20))
})

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
