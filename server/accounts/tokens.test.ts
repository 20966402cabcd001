import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import type { Locale } from '#shared/lib/language.ts'
import { hashToken } from '../lib/security/secrets.ts'
import { recently } from '../test/accounts.ts'
import { company, platform, request } from '../test/people.ts'
import { sessions } from './sessionTable.ts'

const past = () => new Date(Date.now() - 1000)

async function call(endpoint: typeof auth.user | typeof auth.refresh, token: string, lang: Locale = 'en') {
  const { statusCode, body } = await request(endpoint, {}, token, { lang })
  return { status: statusCode, ...JSON.parse(body) }
}

const refresh = async (token: string): Promise<string> => (await call(auth.refresh, token)).data.token

const change = (token: string, changes: Partial<typeof sessions.$inferInsert>) =>
  platform(db =>
    db
      .update(sessions)
      .set(changes)
      .where(eq(sessions.tokenHash, hashToken(token))),
  )

test('an expired token says so, can be refreshed for its thirty days, and then not any more', async () => {
  const hand = await (await company()).worker()
  await change(hand.token, { tokenExpiresAt: past() })

  expect(await call(auth.user, hand.token)).toEqual({
    status: 401,
    code: 'token_expired',
    message: 'Token has expired',
  })
  expect((await call(auth.user, hand.token, 'hu')).message).not.toBe('Token has expired')
  const renewed = await refresh(hand.token)
  expect(await call(auth.user, renewed)).toMatchObject({ status: 200, data: { id: hand.id } })

  await change(renewed, { tokenExpiresAt: past(), refreshableUntil: past() })
  for (const endpoint of [auth.user, auth.refresh])
    expect(await call(endpoint, renewed)).toMatchObject({ status: 401, code: 'unauthenticated' })
})

test('the token before the password was given again gets no other one any more', async () => {
  const hand = await (await company()).worker()
  const recent = await recently(hand)
  expect(await call(auth.user, hand.token)).toMatchObject({ status: 200 })
  expect(await call(auth.refresh, hand.token)).toMatchObject({ status: 401, code: 'unauthenticated' })
  expect(await call(auth.user, await refresh(recent.token))).toMatchObject({ status: 200 })
})

test('a refresh replaces the token; the old one works for another minute and repeats the same refresh', async () => {
  const hand = await (await company()).worker()
  const renewed = await Promise.all(Array.from({ length: 20 }, () => refresh(hand.token)))

  expect(new Set(renewed).size).toBe(1)
  const [token = ''] = renewed
  expect(token).not.toBe(hand.token)
  for (const good of [hand.token, token]) expect(await call(auth.user, good)).toMatchObject({ status: 200 })
  expect(await refresh(hand.token)).toBe(token)

  const [session] = await platform(db =>
    db
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, hashToken(token))),
  )
  const overlap = (session?.previousTokenExpiresAt?.getTime() ?? 0) - Date.now()
  expect(overlap).toBeGreaterThan(50_000)
  expect(overlap).toBeLessThanOrEqual(60_000)
  await change(token, { previousTokenExpiresAt: past() })
  expect(await call(auth.user, hand.token)).toMatchObject({ status: 401, code: 'token_expired' })
  expect(await call(auth.refresh, hand.token)).toMatchObject({ status: 401, code: 'unauthenticated' })
  expect(await call(auth.user, token)).toMatchObject({ status: 200 })
})

test('a token from before the last is dead', async () => {
  const hand = await (await company()).worker()
  const second = await refresh(hand.token)
  const third = await refresh(second)

  expect(await call(auth.user, hand.token)).toMatchObject({ status: 401, code: 'unauthenticated' })
  expect(await call(auth.refresh, hand.token)).toMatchObject({ status: 401, code: 'unauthenticated' })
  for (const good of [second, third]) expect(await call(auth.user, good)).toMatchObject({ status: 200 })
})

test('the database holds no token, only what cannot be turned back into one', async () => {
  const hand = await (await company()).worker()
  const token = await refresh(hand.token)
  const stored = JSON.stringify(await platform(db => db.select().from(sessions).where(eq(sessions.userId, hand.id))))

  for (const secret of [hand.token, token]) expect(stored).not.toContain(secret)
})
