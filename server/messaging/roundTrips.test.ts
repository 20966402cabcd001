/** How often a post goes to the database and back until it is on its way to the others. */
import { expect, test } from 'vitest'
import { messaging } from '#shared/messaging/contract.ts'
import { company } from '../test/people.ts'
import { inShort, tripsOf } from '../test/statements.ts'

test('a post is one trip to who asks, one to what is asked, and one to all that is written, told and committed', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await boss.call(messaging.create, { type: 'group', title: 'Barn people', user_ids: [hand.id] })
  const post = () => boss.call(messaging.post, { id, message_text: 'The trough in barn 2 is empty again' })
  await post()
  const trips = (await tripsOf(post)).map(trip => trip.map(inShort))
  // Tries are counted on a connection of their own, at the same time.
  const counted = trips.findIndex(([first]) => first?.includes('"rate_limits"'))
  expect(counted).toBeGreaterThan(0)
  expect(trips.toSpliced(counted, 1)).toEqual([
    // Of the session, with whether a second factor is asked for.
    ['select two_factors'],
    [
      ...['set_config', 'begin', 'select company_plans', 'select conversations', 'select conversations'],
      ...['select users', 'select person_blocks'],
      // Number and time of the message, behind the lock.
      expect.stringContaining('nextval'),
      // The people to tell, and what any of them has unread.
      ...['select conversation_members', 'select messages'],
    ],
    ['insert messages', 'update conversations', 'pg_notify', 'commit'],
  ])
})
