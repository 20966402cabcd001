import { expect, test } from 'vitest'
import { tend } from '../../test/tend.ts'

test('whoever floods a limit is sent away, and keeps no other try waiting', async () => {
  const { limits } = (await tend()).services
  const limit = { name: 'a test', tries: 10, seconds: 60 }
  const [greedy, modest] = [crypto.randomUUID(), crypto.randomUUID()]
  let counted = 0
  const flood = Array.from({ length: 1_500 }, () =>
    limits.spend(limit, greedy).then(
      () => 'good',
      (error: { code: string }) => {
        if (error.code === 'too_many_requests') counted++
        return error.code
      },
    ),
  )
  expect(await limits.spend(limit, modest)).toBe(9)
  expect(counted).toBeLessThan(100)
  const came = await Promise.all(flood)
  expect(new Set(came)).toEqual(new Set(['good', 'too_many_requests', 'unavailable']))
  expect(came.filter(one => one === 'good')).toHaveLength(10)
})
