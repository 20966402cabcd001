import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { company, platform, request } from '../test/people.ts'
import { deviceKeys } from './sessionTable.ts'

test('each person has their own device key, always the same, and nobody has one without a session', async () => {
  const farm = await company()
  const [one, other] = [await farm.worker(), await farm.worker()]
  const keys = await Promise.all(Array.from({ length: 5 }, () => one.call(auth.deviceKey, {})))
  const [{ key = '' } = {}] = keys
  expect(Buffer.from(key, 'base64url')).toHaveLength(32)
  for (const again of keys) expect(again.key).toBe(key)
  expect((await other.call(auth.deviceKey, {})).key).not.toBe(key)
  expect((await request(auth.deviceKey, {}, null)).statusCode).toBe(401)
})

test('the database does not hold the key itself', async () => {
  const hand = await (await company()).worker()
  const { key } = await hand.call(auth.deviceKey, {})
  const [row] = await platform(db => db.select().from(deviceKeys).where(eq(deviceKeys.userId, hand.id)))
  expect(row?.sealed.includes(Buffer.from(key, 'base64url'))).toBe(false)
})
