import { Client } from 'pg'
import { expect, test } from 'vitest'
import { tend } from '../../test/tend.ts'
import { type Limit, type Limits, openLimits } from './limits.ts'

/** As long as a test may take, also where the machine is busy. */
const seconds = 3_600

test('a flood of one key is refused, and delays no other try', async () => {
  const { ownerUrl, services } = await tend()
  const { limits } = services
  const limit = { name: `a test ${crypto.randomUUID()}`, tries: 10, seconds }
  expect(await limits.spend(limit, 'greedy')).toBe(9)
  // Another transaction holds the row of its count, so that the flood does not get on at all.
  const holding = new Client({ connectionString: ownerUrl })
  await holding.connect()
  await holding.query('begin')
  const held = await holding.query('select from rate_limits where key like $1 for update', [`${limit.name}:%`])
  expect(held.rowCount).toBe(1)
  let counted = 0
  const flood = Array.from({ length: 1_500 }, () =>
    limits.spend(limit, 'greedy').then(
      () => 'good',
      (error: { code: string }) => {
        if (error.code === 'too_many_requests') counted++
        return error.code
      },
    ),
  )
  expect(await limits.spend(limit, 'modest')).toBe(9)
  expect(counted).toBe(0)
  await holding.end()
  const came = await Promise.all(flood)
  expect(new Set(came)).toEqual(new Set(['good', 'too_many_requests', 'unavailable']))
  expect(came.filter(one => one === 'good')).toHaveLength(9)
})

const outcomesOf = async (limits: Limits, limit: Limit, key: string) => {
  const outcomes = Array.from({ length: 60 }, () =>
    limits.count(limit, key).then(
      () => 'good',
      (error: { code: string }) => error.code,
    ),
  )
  return Map.groupBy(await Promise.all(outcomes), outcome => outcome)
}

test('concurrent calls stay within the limit, and with another process a quarter above it', async () => {
  const { ownerUrl } = await tend()
  const [one, other] = [openLimits(ownerUrl, () => {}), openLimits(ownerUrl, () => {})]
  const limit = { name: 'a counted test', tries: 40, seconds }
  const key = crypto.randomUUID()
  const here = await outcomesOf(one, limit, key)
  expect([here.get('good')?.length, here.get('too_many_requests')?.length]).toEqual([40, 20])
  const there = await outcomesOf(other, limit, key)
  expect(there.get('good')?.length ?? 0).toBeLessThanOrEqual(10)
  await expect(other.count(limit, key)).rejects.toMatchObject({ code: 'too_many_requests' })
  await Promise.all([one.close(), other.close()])
})

test('a call with many tries left does not wait for its count', async () => {
  const { limits } = (await tend()).services
  const limit = { name: 'another counted test', tries: 40, seconds }
  const key = crypto.randomUUID()
  await limits.count(limit, key)
  const order: string[] = []
  const earlier = limits.spend(limit, key).then(() => order.push('earlier count'))
  await limits.count(limit, key).then(() => order.push('call'))
  await earlier
  expect(order).toEqual(['call', 'earlier count'])
  expect(await limits.spend(limit, key)).toBe(36)
})
