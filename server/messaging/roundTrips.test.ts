/** How often a post goes to the database and back until it is on its way to the others. */
import { expect, test } from 'vitest'
import { messaging } from '#shared/messaging/contract.ts'
import { company } from '../test/people.ts'
import { inShort, tripsOf } from '../test/statements.ts'
import { tend } from '../test/tend.ts'

const barn = async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await boss.call(messaging.create, { type: 'group', title: 'Barn people', user_ids: [hand.id] })
  return { boss, hand, id }
}

const inShortOf = (trips: string[][]) => trips.map(trip => trip.map(inShort))

test('a post is one trip for questions and one for writing with events and commit', async () => {
  const { boss, id } = await barn()
  const { limits } = (await tend()).services
  const post = () => boss.call(messaging.post, { id, message_text: 'The trough in barn 2 is empty again' })
  // Tries of one person are counted one after the other, so those of the posts before are.
  const oneMore = async () => {
    if (messaging.post.counted) await limits.spend(messaging.post.counted, String(boss.id))
  }
  await post()
  await oneMore()
  const asked = inShortOf(await tripsOf(() => post().then(oneMore)))
  // The try of somebody with many left is counted on a connection of its own, when the answer has left.
  const counted = asked.flat().filter(text => text.includes('"rate_limits"'))
  expect(counted).toHaveLength(2)
  expect(asked.flat().indexOf(counted[0] ?? '')).toBeGreaterThan(asked.flat().indexOf('commit'))
  const trips = asked.map(trip => trip.filter(text => !counted.includes(text))).filter(trip => trip.length > 0)
  expect(trips[0]).toEqual(['select two_factors'])
  expect(trips[1]).toEqual([
    ...['begin read write', 'set_config'],
    // The lock, and behind it the conversation, the author, who blocked them, and number and time of the message.
    ...['select conversations', 'select person_blocks'],
    // The people to tell, and what any of them has unread.
    ...['select conversation_members', 'select messages'],
  ])
  expect(trips.slice(2)).toEqual([['insert messages', 'update conversations', 'pg_notify', 'commit']])
})
