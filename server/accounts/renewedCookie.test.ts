import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { company } from '../test/people.ts'

test('who starts a signed-in page gets the cookie for pictures again', async () => {
  const hand = await (await company()).worker()
  const { headers } = await hand.send(auth.user, {})
  const cookie = [(headers as Record<string, string | string[]>)['set-cookie'] ?? []]
    .flat()
    .find(one => String(one).startsWith('tend_storage='))
  expect(cookie).toMatch(/^tend_storage=\d+\.[^;]+;.*HttpOnly/i)
})
