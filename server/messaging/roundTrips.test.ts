/** How often a post goes to the database and back until it is on its way to the others. */
import { expect, test } from 'vitest'
import { messaging } from '#shared/messaging/contract.ts'
import { company } from '../test/people.ts'
import { inShort, tripsOf } from '../test/statements.ts'

const barn = async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await boss.call(messaging.create, { type: 'group', title: 'Barn people', user_ids: [hand.id] })
  return { boss, hand, id }
}

const inShortOf = (trips: string[][]) => trips.map(trip => trip.map(inShort))

test('a post is one trip, one more to who asks where that was not asked lately, and one behind it tells what is unread', async () => {
  const { hand, id } = await barn()
  const post = () => hand.call(messaging.post, { id, message_text: 'The trough in barn 2 is empty again' })
  const posted = [['set_config', expect.stringContaining('post_message')], [expect.stringContaining('tell_posted')]]
  // By what it is known who asks, and of the session, with whether a second factor is asked for.
  expect(inShortOf(await tripsOf(post))).toEqual([
    [expect.stringContaining('standing_of'), 'select two_factors'],
    ...posted,
  ])
  expect(inShortOf(await tripsOf(post))).toEqual(posted)
})

test('a post that brings more is counted, then is one trip to what is asked, and one to all that is written, told and committed', async () => {
  const { boss, id } = await barn()
  const { id: first } = await boss.call(messaging.post, { id, message_text: 'The trough in barn 2 is empty again' })
  const post = () => boss.call(messaging.post, { id, message_text: 'The same', forward_id: first })
  await post()
  const trips = inShortOf(await tripsOf(post))
  // Tries are counted while no connection is held: the call begins, is broken off for the count, and begins again.
  const counted = trips.findIndex(([first]) => first?.includes('"rate_limits"'))
  expect(trips.slice(0, counted).flat()).toEqual(['begin', 'set_config', 'rollback'])
  const rest = trips.slice(counted + 1)
  expect(rest[0]).toEqual(['begin', 'set_config'])
  expect(rest[1]).toEqual([
    ...['select company_plans', 'select conversations', 'select conversations'],
    ...['select users', 'select person_blocks'],
    // Number and time of the message, behind the lock.
    expect.stringContaining('nextval'),
    // The people to tell, and what any of them has unread.
    ...['select conversation_members', 'select messages'],
  ])
  expect(rest.at(-1)).toEqual(expect.arrayContaining(['pg_notify', 'commit']))
})
