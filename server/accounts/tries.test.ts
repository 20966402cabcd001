import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { actions } from '#shared/actions/contract.ts'
import { openLimits } from '../lib/security/limits.ts'
import { deviceOf, password, signInWith, withPassword } from '../test/accounts.ts'
import { mailsTo } from '../test/mails.ts'
import { company, request } from '../test/people.ts'
import { tend } from '../test/tend.ts'

const someone = async () => withPassword(await (await company()).worker())
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

test('strangers together have ten tries at an account from anywhere; the owner’s own device goes on', async () => {
  const hand = await someone()
  const { device } = await signInWith(hand.email, password)
  const answers = await times(40, index => signInWith(hand.email, 'wrong password', { from: `10.0.0.${index}` }))

  expect(answers.filter(({ status }) => status === 422)).toHaveLength(10)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(30)
  for (const { code, headers } of refused) {
    expect(code).toBe('too_many_requests')
    expect(Number(headers['retry-after'])).toBeGreaterThan(200)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(300)
  }
  expect((await signInWith(hand.email, password, { from: '10.9.9.9' })).status).toBe(429)
  expect((await signInWith(hand.email, password, { device: 'forged' })).status).toBe(429)
  expect((await signInWith(hand.email, password, { device: device ?? '' })).status).toBe(200)
})

test('a device of the owner has ten tries of its own', async () => {
  const hand = await someone()
  const device = (await signInWith(hand.email, password)).device ?? ''
  const answers = await times(15, () => signInWith(hand.email, 'wrong password', { device }))

  expect(answers.filter(({ status }) => status === 422)).toHaveLength(10)
  expect((await signInWith(hand.email, password, { device })).status).toBe(429)
  expect((await signInWith(hand.email, password)).status).toBe(200)
})

test('a device that is known for one person is a stranger’s for another', async () => {
  const [hand, other] = [await someone(), await someone()]
  const device = (await signInWith(hand.email, password)).device ?? ''
  await times(10, () => signInWith(other.email, 'wrong password'))

  expect((await signInWith(other.email, password, { device })).status).toBe(429)
})

test('an address that nobody has is refused after ten tries as well, so that it tells nothing', async () => {
  const email = `nobody${Math.random()}@example.test`
  const answers = await times(12, () => signInWith(email, 'wrong password'))

  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(422), 429, 429])
})

test('good tries do not count', async () => {
  const hand = await someone()
  for (let round = 0; round < 12; round++) expect((await signInWith(hand.email, password)).status).toBe(200)
})

test('the counts outlive a restart', async () => {
  const { ownerUrl } = await tend()
  const limit = { name: 'of a test', tries: 2, seconds: 60 }
  const before = openLimits(ownerUrl, () => {})
  expect([await before.spend(limit, 'a'), await before.spend(limit, 'a')]).toEqual([1, 0])
  await before.close()
  const after = openLimits(ownerUrl, () => {})
  await expect(after.spend(limit, 'a')).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 60 })
  await expect(after.spend(limit, 'b')).resolves.toBe(1)
  await after.close()
})

test('claims of a client about its origin are ignored', async () => {
  const hand = await someone()
  const answers = await times(14, index =>
    request(auth.login, { email: hand.email, password: 'wrong password' }, null, {
      headers: { 'x-forwarded-for': `10.1.1.${index}`, 'x-real-ip': `10.1.1.${index}` },
    }),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(4)
})

test('a person whom guessing locked out gets a link once an hour that lets their browser try again', async () => {
  const hand = await withPassword(await (await company()).worker())
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => signInWith(hand.email, 'wrong password', { from: `10.9.${index}.1` })),
  )
  expect(await signInWith(hand.email, password, { from: '10.8.1.1' })).toMatchObject({ status: 429 })
  const token = await letInToken(hand.email)
  await signInWith(hand.email, password, { from: '10.8.1.1' })

  const described = await request(actions.describe, { token }, null)
  expect(JSON.parse(described.body).data).toMatchObject({ kind: 'let_in', is_single: true, email: hand.email })
  const done = await request(actions.perform, { token }, null)
  const device = deviceOf(done.headers)
  expect(device).toBeDefined()
  expect(await signInWith(hand.email, password, { from: '10.8.1.1', device: device ?? '' })).toMatchObject({
    status: 200,
  })
  expect(await signInWith(hand.email, 'wrong password', { from: '10.8.1.1', device: device ?? '' })).toMatchObject({
    status: 422,
  })
  expect((await request(actions.perform, { token }, null)).statusCode).toBe(410)
})

test('eight people locked out at once block no connection for others', async () => {
  const [neighbour, ...hands] = await times(9, someone)
  const guess = ({ email }: { email: string }, place: string) => signInWith(email, 'wrong password', { from: place })
  for (const [index, hand] of hands.entries()) await times(10, guessed => guess(hand, `10.7.${index}.${guessed}`))
  const [refused, neighbours] = await Promise.all([
    Promise.all(hands.map((hand, index) => guess(hand, `10.6.${index}.1`))),
    signInWith(neighbour?.email ?? '', password, { from: '10.5.1.1' }),
  ])
  expect(refused.map(({ status }) => status)).toEqual(hands.map(() => 429))
  expect(neighbours.status).toBe(200)
  for (const { email } of hands) expect(await letInToken(email)).not.toBe('')
})

/** Out of the one mail that came. */
async function letInToken(address: string): Promise<string> {
  await expect.poll(async () => (await mailsTo(address)).length).toBe(1)
  const [mail] = await mailsTo(address)
  return mail?.body.match(/\/action\/user\/([\w-]+)/)?.[1] ?? ''
}
