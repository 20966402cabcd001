import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { actions } from '#shared/actions/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { signInWith } from '../test/accounts.ts'
import { jobsDone } from '../test/jobsDone.ts'
import { linkIn, type Mailbox, openMailbox } from '../test/mailbox.ts'
import { company, personWith, request } from '../test/people.ts'
import { withSetting } from '../test/withSetting.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

let made = 0
const newEmail = () => `new${++made}.${Date.now()}@example.test`
const password = 'seven green tractors'

async function register(input: object, options: { from?: string; lang?: 'en' | 'hu' } = {}) {
  const from = options.from ?? `10.2.${made}.1`
  const answer = await request(auth.register, { name: 'Anna', password, ...input }, null, { ...options, from })
  return { status: answer.statusCode, ...JSON.parse(answer.body) }
}

test('a person registers, is signed in without a company, and confirms the address once by mail', async () => {
  const email = newEmail()
  const answer = await register({ email: ` ${email.toUpperCase()}`, language_id: 2, time_zone: 'Europe/Budapest' })
  expect(answer).toMatchObject({
    status: 201,
    data: {
      user: {
        name: 'Anna',
        email,
        language_id: 2,
        time_zone: 'Europe/Budapest',
        company_id: null,
        hasCompany: false,
        role_id: 3000,
        email_confirmed_at: null,
        privacy_accepted_at: null,
      },
    },
  })
  const anna = personWith(answer.data.token, { id: answer.data.user.id, name: 'Anna', email })
  expect(await anna.refused(locations.list, {})).toMatchObject({ status: 403 })

  const mail = await mailbox.next(email)
  expect(mail.subject).toBe('Erősítse meg az e-mail-címét')
  expect(mail.html).toContain('lang="hu"')
  const token = linkIn(mail).replace('/action/user/', '')
  expect(JSON.parse((await request(actions.describe, { token }, null)).body).data).toEqual({
    kind: 'confirm_email',
    is_single: true,
    name: 'Anna',
    email,
  })
  expect(await anna.call(auth.user, {})).toMatchObject({ email_confirmed_at: null })
  expect((await request(actions.perform, { token }, null)).statusCode).toBe(200)
  expect(await anna.call(auth.user, {})).toMatchObject({ email_confirmed_at: expect.any(String) })
  expect(JSON.parse((await request(actions.perform, { token }, null)).body)).toMatchObject({
    code: 'link_used',
    data: { kind: 'confirm_email' },
  })
  expect((await signInWith(email, password)).status).toBe(200)
})

test('a taken address is refused by name in any spelling, five times an hour at most', async () => {
  const hand = await (await company()).worker()
  for (let round = 0; round < 5; round++)
    expect(await register({ email: hand.email.toUpperCase() }, { from: `10.3.${round}.1` })).toMatchObject({
      status: 422,
      code: 'email_taken',
    })
  expect(await register({ email: hand.email }, { from: '10.3.9.1' })).toMatchObject({ status: 429 })
})

test('a network that asks for many addresses is stopped after five; registering people are not', async () => {
  const from = '10.4.0.1'
  const taken = await Promise.all(Array.from({ length: 5 }, async () => (await (await company()).worker()).email))
  for (let round = 0; round < 6; round++)
    expect(await register({ email: newEmail() }, { from })).toMatchObject({ status: 201 })
  for (const email of taken) expect(await register({ email }, { from })).toMatchObject({ status: 422 })
  expect(await register({ email: newEmail() }, { from })).toMatchObject({ status: 429, code: 'too_many_requests' })
})

test('a whole IPv6 network counts as one place', async () => {
  const taken = await Promise.all(Array.from({ length: 5 }, async () => (await (await company()).worker()).email))
  for (const [index, email] of taken.entries())
    expect(await register({ email }, { from: `2001:db8:0:4::${index + 1}` })).toMatchObject({ status: 422 })
  expect(await register({ email: newEmail() }, { from: '2001:db8:0:4:9:9:9:9' })).toMatchObject({ status: 429 })
  expect(await register({ email: newEmail() }, { from: '2001:db8:0:5::1' })).toMatchObject({ status: 201 })
})

test('of two who register the same address at once one has the account', async () => {
  const email = newEmail()
  const answers = await Promise.all([1, 2, 3].map(place => register({ email }, { from: `10.5.0.${place}` })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
})

test('passwords that are short or common are refused, in any capitals; nothing else is asked of them', async () => {
  const email = newEmail()
  for (const [bad, text] of [
    ['short pw', 'At least 10 characters.'],
    ['1234567890', 'This password is too common'],
    ['QwertyUiop', 'This password is too common'],
    ['PASSWORD123', 'This password is too common'],
  ])
    expect(await register({ email, password: bad }), bad).toMatchObject({
      status: 422,
      errors: { password: [expect.stringContaining(text ?? '')] },
    })
  expect(await register({ email, password: 'aaaa aaaa aaaa bbbb' })).toMatchObject({ status: 201 })
  expect(await register({ email: newEmail(), password: `🐄 ${'long '.repeat(150)}` })).toMatchObject({ status: 201 })
})

test('nobody gives themselves a role, a company or a plan', async () => {
  for (const field of ['role_id', 'company_id', 'plan', 'is_admin'])
    expect(await register({ email: newEmail(), [field]: 1000 }), field).toMatchObject({
      status: 422,
      errors: { [field]: [expect.any(String)] },
    })
  const answer = await register({ email: newEmail(), admin_of: 'everything' })
  expect(answer).toMatchObject({ status: 201, data: { user: { role_id: 3000, company_id: null } } })
})

test('bad input names its fields', async () => {
  expect(await register({ email: 'nobody', name: ' ', language_id: 9, time_zone: 'Mars/Olympus' })).toMatchObject({
    status: 422,
    errors: {
      email: [expect.any(String)],
      name: [expect.any(String)],
      language_id: [expect.any(String)],
      time_zone: [expect.any(String)],
    },
  })
  expect(await register({})).toMatchObject({ status: 422, errors: { email: [expect.any(String)] } })
  expect(await register({ invite_token: 'nonsense' })).toMatchObject({ status: 404 })
})

test('the settings say who may register', async () => {
  const options = async () => JSON.parse((await request(auth.options, {}, null)).body).data
  expect(await options()).toEqual({
    registration: 'open',
    guest_login: false,
    has_mail: true,
    passkey_address: expect.any(String),
    sso: null,
    sso_by_address: expect.any(Boolean),
    password: true,
  })
  await withSetting({ registration: 'off' }, async () => {
    expect(await options()).toMatchObject({ registration: 'off' })
    expect(await register({ email: newEmail() })).toMatchObject({ status: 403, code: 'registration_off' })
    expect(await register({ email: newEmail(), invite_token: 'x' })).toMatchObject({ code: 'registration_off' })
  })
  await withSetting({ registration: 'invitation' }, async () => {
    expect(await register({ email: newEmail() })).toMatchObject({ status: 403, code: 'registration_by_invitation' })
  })
})

test('the mail comes again when it is asked for, and not when the address is confirmed', async () => {
  const email = newEmail()
  const { data } = await register({ email })
  const anna = personWith(data.token, { id: data.user.id, name: 'Anna', email })
  const first = linkIn(await mailbox.next(email)).replace('/action/user/', '')
  await anna.call(auth.sendConfirmation, {})
  const second = linkIn(await mailbox.next(email, 2)).replace('/action/user/', '')
  expect(second).not.toBe(first)
  expect((await request(actions.perform, { token: first }, null)).statusCode).toBe(200)
  await anna.call(auth.sendConfirmation, {})
  await jobsDone()
  expect(mailbox.to(email)).toHaveLength(2)
  expect((await request(auth.sendConfirmation, {}, null)).statusCode).toBe(401)
})
