/**
 * Counts of tries wait: behind a lock, a full disk, or many others. A caller that waits for its count holds no
 * connection.
 */
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { locations } from '#shared/locations/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { company } from '../people.ts'
import { tend } from '../tend.ts'

test('twelve people whose tries cannot be counted keep nobody else waiting, and are served when they can', async () => {
  const farm = await company()
  const [boss, colleague] = [await farm.manager(), await farm.worker()]
  const waiting = await Promise.all(Array.from({ length: 12 }, () => farm.worker()))
  await boss.call(locations.list, {})
  const { ownerUrl } = await tend()
  const blocker = new Client({ connectionString: ownerUrl })
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query('lock table rate_limits in access exclusive mode')
  const asked = waiting.map(person => person.send(messaging.create, { type: 'private', user_ids: [colleague.id] }))
  const counting = async () =>
    (await blocker.query(`select from pg_locks where not granted and relation = 'rate_limits'::regclass`)).rowCount
  await expect.poll(counting).toBeGreaterThan(0)

  const began = performance.now()
  expect(await boss.call(locations.list, {})).toMatchObject({ data: [] })
  const waited = performance.now() - began
  await blocker.query('rollback')
  await blocker.end()
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual(waiting.map(() => 201))
  expect(waited).toBeLessThan(2_000)
})
