import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { me } from '#shared/accounts/me.ts'
import { actions } from '#shared/actions/contract.ts'
import { hashToken } from '../lib/security/secrets.ts'
import { password, recently, signInWith, withPassword } from '../test/accounts.ts'
import { linkIn, type Mailbox, openMailbox } from '../test/mailbox.ts'
import { company, type Person, personWith, platform, request } from '../test/people.ts'
import { sessions } from './sessionTable.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

const someone = async () => withPassword(await (await company()).worker())
let made = 0
const newEmail = () => `changed${++made}.${Date.now()}@example.test`
const tokenIn = async (email: string, count = 1) =>
  linkIn(await mailbox.next(email, count)).replace('/action/user/', '')
const perform = async (token: string) => {
  const { statusCode, body } = await request(actions.perform, { token }, null)
  return { status: statusCode, ...JSON.parse(body) }
}

test('the password again gives a fresh token that may do dangerous things for ten minutes', async () => {
  const hand = await someone()
  const refusal = { status: 403, code: 'reauthentication_required' }
  expect(await hand.refused(auth.changeEmail, { email: newEmail() })).toMatchObject(refusal)
  expect(await hand.refused(auth.reauthenticate, { password: 'wrong' })).toMatchObject({
    status: 422,
    code: 'wrong_credentials',
  })
  const { token, user } = await hand.call(auth.reauthenticate, { password })
  expect(user.id).toBe(hand.id)
  expect(token).not.toBe(hand.token)
  const recent = personWith(token, hand)
  await recent.call(auth.changeEmail, { email: newEmail() })
  // The token before stays valid for a minute, but not for such calls: its holder did not give the password.
  expect(await hand.call(auth.user, {})).toMatchObject({ id: hand.id })
  expect(await hand.refused(auth.changeEmail, { email: newEmail() })).toMatchObject(refusal)

  const eleven = new Date(Date.now() - 11 * 60_000)
  await platform(db =>
    db
      .update(sessions)
      .set({ reauthenticatedAt: eleven })
      .where(eq(sessions.tokenHash, hashToken(token))),
  )
  expect(await recent.refused(auth.changeEmail, { email: newEmail() })).toMatchObject(refusal)
  expect((await request(auth.reauthenticate, { password }, null)).statusCode).toBe(401)
})

test('everything dangerous asks for it', async () => {
  const hand = await someone()
  const calls = [auth.changeEmail, me.remove, me.startTwoFactor, me.renewRecoveryCodes, me.endTwoFactor]
  for (const call of calls)
    expect(await hand.refused(call, { email: newEmail() }), call.path).toMatchObject({
      code: 'reauthentication_required',
    })
})

test('an address changes when the link in the mail to the new one is followed; both are told', async () => {
  const hand = await recently(await someone())
  const email = newEmail()
  await hand.call(auth.changeEmail, { email })
  expect(await hand.call(me.settings, {})).toMatchObject({ pending_email: email })
  const token = await tokenIn(email)
  expect(mailbox.to(hand.email)).toEqual([])
  expect((await signInWith(email, password)).status).toBe(422)

  expect(await perform(token)).toMatchObject({ status: 200, data: { kind: 'change_email', email } })
  expect(await hand.call(auth.user, {})).toMatchObject({ email, email_confirmed_at: expect.any(String) })
  expect(await hand.call(me.settings, {})).toMatchObject({ pending_email: null })
  expect((await signInWith(email, password)).status).toBe(200)
  expect((await signInWith(hand.email, password)).status).toBe(422)
  for (const [address, count] of [
    [email, 2],
    [hand.email, 1],
  ] as const) {
    const mail = await mailbox.next(address, count)
    expect(mail.subject).toBe('Your email address was changed')
    expect(mail.text).toContain(email)
    expect(mail.text).toContain(hand.email)
  }
  expect(await perform(token)).toMatchObject({ status: 410, code: 'link_used' })
})

test('a later wish makes the earlier link void', async () => {
  const hand = await recently(await someone())
  const [first, second] = [newEmail(), newEmail()]
  await hand.call(auth.changeEmail, { email: first })
  const token = await tokenIn(first)
  await hand.call(auth.changeEmail, { email: second })
  expect(await perform(token)).toMatchObject({ status: 410, code: 'link_used' })
  expect(await perform(await tokenIn(second))).toMatchObject({ status: 200 })
})

test('an address that somebody has gets no link and is never given twice', async () => {
  const [hand, rival]: Person[] = [await recently(await someone()), await recently(await someone())]
  const other = await someone()
  await hand?.call(auth.changeEmail, { email: other.email.toUpperCase() })
  const email = newEmail()
  await hand?.call(auth.changeEmail, { email })
  const one = await tokenIn(email)
  await rival?.call(auth.changeEmail, { email })
  const two = await tokenIn(email, 2)
  expect(mailbox.to(other.email)).toEqual([])
  expect((await perform(one)).status).toBe(200)
  expect(await perform(two)).toMatchObject({ status: 422, code: 'email_taken' })
})

test('a link for a new password that went to the old address is void', async () => {
  const hand = await recently(await someone())
  await request(auth.forgotPassword, { email: hand.email }, null)
  const [, , , token = ''] = linkIn(await mailbox.next(hand.email)).split('/')
  const email = newEmail()
  await hand.call(auth.changeEmail, { email })
  await perform(await tokenIn(email))
  for (const address of [email, hand.email])
    expect(
      (await request(auth.resetPassword, { email: address, token, password: 'a whole new one' }, null)).statusCode,
    ).toBeGreaterThanOrEqual(404)
})
