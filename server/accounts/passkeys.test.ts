import { eq, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { me } from '#shared/accounts/me.ts'
import { maxPasskeys, passkeys } from '#shared/accounts/passkeys.ts'
import { users } from '#shared/accounts/users.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { companies } from '../companies/table.ts'
import { password, recently, signInWith, withPassword } from '../test/accounts.ts'
import { Authenticator, enterWithPasskey, secondStepOf, withPasskey } from '../test/authenticator.ts'
import { type Mailbox, openMailbox } from '../test/mailbox.ts'
import { admin, company, type Person, personWith, platform, request } from '../test/people.ts'
import { tend } from '../test/tend.ts'
import { answeredChallenges, passkeys as passkeyTable } from './passkeyTable.ts'
import { recoveryCodes } from './sessionTable.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

const someone = async () => withPassword(await (await company()).worker())
const demand = (id: number) =>
  platform(db => db.update(companies).set({ twoFactorRequired: true }).where(eq(companies.id, id)))

async function withAuthenticatorApp(recent: Person) {
  const { secret } = await recent.call(me.startTwoFactor, {})
  await recent.call(me.confirmTwoFactor, {
    code: new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() - 30_000 }),
  })
}

const optionsFor = async (challenge?: string) =>
  JSON.parse((await request(passkeys.loginOptions, challenge ? { challenge } : {}, null)).body).data.options
const send = async (answer: object) => {
  const { statusCode, body } = await request(passkeys.login, answer, null)
  return { status: statusCode, ...JSON.parse(body) }
}

test('a passkey is added with recovery codes, named, shown with its last use, and removed', async () => {
  const hand = await someone()
  const { recent, device, passkey, recovery_codes } = await withPasskey(hand, 'My phone')
  expect(recovery_codes).toHaveLength(10)
  expect(passkey).toEqual({ id: passkey.id, name: 'My phone', created_at: expect.any(String), last_used_at: null })
  expect((await mailbox.next(hand.email)).subject).toBe('A passkey was added to your account')

  const { options } = await recent.call(passkeys.start, {})
  expect(options.excludeCredentials).toEqual([{ id: device.made[0]?.id, transports: ['internal'], type: 'public-key' }])
  const second = await recent.call(passkeys.create, { name: 'Key', ...device.make(options) })
  expect(second.recovery_codes).toEqual([])
  expect(await recent.call(passkeys.rename, { id: second.passkey.id, name: 'Blue key' })).toMatchObject({
    name: 'Blue key',
  })
  expect((await enterWithPasskey(device)).status).toBe(200)
  expect((await recent.call(passkeys.list, {})).passkeys).toMatchObject([
    { name: 'My phone', last_used_at: null },
    { name: 'Blue key', last_used_at: expect.any(String) },
  ])

  await recent.call(passkeys.remove, { id: second.passkey.id })
  expect(await enterWithPasskey(device)).toMatchObject({ status: 422, code: 'passkey_unknown' })
  expect(await recent.call(me.settings, {})).toMatchObject({ two_factor: { recovery_codes_left: 10 } })
  await recent.call(passkeys.remove, { id: passkey.id })
  expect(await recent.call(me.settings, {})).toMatchObject({ two_factor: { recovery_codes_left: 0 } })
  expect((await signInWith(hand.email, password)).data.token).toEqual(expect.any(String))
})

test('a passkey that checks who uses it signs in without a password', async () => {
  const hand = await someone()
  const { device } = await withPasskey(hand)
  expect((await optionsFor()).userVerification).toBe('required')
  const { data } = await enterWithPasskey(device)
  expect(data).toMatchObject({ user: { id: hand.id }, token: expect.any(String) })
  expect(await enterWithPasskey(device, { isVerified: false })).toMatchObject({ status: 422, code: 'passkey_refused' })
})

test('after the password a passkey is the second step, and recovery codes take its place', async () => {
  const hand = await someone()
  const { device, recovery_codes } = await withPasskey(hand)
  const step = await secondStepOf(hand.email, password)
  expect(step.factors).toEqual(['passkey'])
  const options = await optionsFor(step.two_factor)
  expect(options.allowCredentials).toMatchObject([{ id: device.made[0]?.id }])
  const answer = { challenge: step.two_factor, ...device.answer(options, { isVerified: false }) }
  expect(await send(answer)).toMatchObject({ status: 200, data: { user: { id: hand.id } } })
  expect(await send(answer)).toMatchObject({ status: 410, code: 'link_expired' })

  const { two_factor } = await secondStepOf(hand.email, password)
  const wrong = await request(auth.loginTwoFactor, { challenge: two_factor, code: '123456' }, null)
  expect(JSON.parse(wrong.body)).toMatchObject({ code: 'wrong_code' })
  const code = recovery_codes[0] ?? ''
  expect((await request(auth.loginTwoFactor, { challenge: two_factor, code }, null)).statusCode).toBe(200)
})

test('somebody else’s passkey is no second step, and neither is a signature for another purpose', async () => {
  const [hand, other] = [await someone(), await someone()]
  const { device } = await withPasskey(hand)
  const { device: theirs } = await withPasskey(other)
  const { two_factor } = await secondStepOf(hand.email, password)
  expect(await enterWithPasskey(theirs, {}, two_factor)).toMatchObject({ status: 422, code: 'passkey_unknown' })
  // Signed for a sign-in without a password.
  const alone = device.answer(await optionsFor())
  expect(await send({ challenge: two_factor, ...alone })).toMatchObject({ status: 422, code: 'passkey_refused' })
  // Signed as the second step.
  const second = device.answer(await optionsFor(two_factor))
  expect(await send(second)).toMatchObject({ status: 422, code: 'passkey_refused' })
  expect((await enterWithPasskey(device, {}, two_factor)).status).toBe(200)
})

test('a challenge is good once, also for two who answer at the same time', async () => {
  const { device } = await withPasskey(await someone())
  const options = await optionsFor()
  const answers = [device.answer(options), device.answer(options)]
  const statuses = (await Promise.all(answers.map(send))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 410])
})

test('a challenge is over after five minutes, and one that we did not make is refused', async () => {
  const { device } = await withPasskey(await someone())
  const { challenge } = await optionsFor()
  const body = Buffer.from(challenge, 'base64url')
  body.writeBigUInt64BE(BigInt(Date.now() + 3600_000))
  for (const made of [body.toString('base64url'), 'bm90aGluZw', ''])
    expect(await enterWithPasskey(device, { challenge: made })).toMatchObject({ status: 422, code: 'passkey_refused' })
  const { services } = await tend()
  const { newChallenge } = await import('./passkeyChallenges.ts')
  const late = newChallenge({ services, now: new Date(Date.now() - 301_000) } as never, 'sign in')
  expect(await enterWithPasskey(device, { challenge: Buffer.from(late).toString('base64url') })).toMatchObject({
    status: 410,
    code: 'link_expired',
    message: 'That took too long. Please try again.',
  })
})

test('what was answered is forgotten when its challenge would be over anyway', async () => {
  const { device } = await withPasskey(await someone())
  const old = new Date(Date.now() - 1_000)
  await platform(db => db.insert(answeredChallenges).values({ challengeHash: 'old', expiresAt: old }))
  await enterWithPasskey(device)
  const kept = await platform(db => db.select().from(answeredChallenges))
  expect(kept.map(({ challengeHash }) => challengeHash)).not.toContain('old')
})

test('a counter that goes back is refused, noted and told; a device that never counts is fine', async () => {
  const farm = await company()
  const hand = await withPassword(await farm.worker())
  const { device } = await withPasskey(hand)
  expect((await enterWithPasskey(device, { counter: 9 })).status).toBe(200)
  for (const counter of [9, 3, 0])
    expect(await enterWithPasskey(device, { counter })).toMatchObject({ status: 422, code: 'passkey_refused' })
  const mail = await mailbox.next(hand.email, 2)
  expect(mail.subject).toBe('A sign-in with a passkey was refused')
  expect(mail.text).toContain('Phone')
  const { data } = await (await farm.manager()).call(auditLog.list, { action: 'passkey.refused' })
  expect(data).toHaveLength(3)
  expect(data[0]).toMatchObject({ subject_id: hand.id, details: { copied: true } })
  expect((await enterWithPasskey(device, { counter: 10 })).status).toBe(200)

  const still = await someone()
  const recent = await recently(still)
  const { address } = await recent.call(passkeys.list, {})
  const uncounted = new Authenticator(address ?? '')
  const { options } = await recent.call(passkeys.start, {})
  await recent.call(passkeys.create, { name: 'Cloud', ...uncounted.make(options, { counter: 0 }) })
  for (let use = 0; use < 2; use++) expect((await enterWithPasskey(uncounted, { counter: 0 })).status).toBe(200)
})

test('a wrong signature signs nobody in', async () => {
  const [hand, other] = [await someone(), await someone()]
  const { device } = await withPasskey(hand)
  const { device: theirs } = await withPasskey(other)
  const options = await optionsFor()
  const { signature } = theirs.answer(options)
  expect(await send({ ...device.answer(options), signature })).toMatchObject({ status: 422, code: 'passkey_refused' })
  const { user_handle } = theirs.answer(options)
  expect(await send({ ...device.answer(options), user_handle })).toMatchObject({ status: 422 })
  expect(await send({ ...device.answer(options), client_data: 'bm9uc2Vuc2U' })).toMatchObject({
    status: 422,
    code: 'passkey_refused',
  })
})

test('passkeys are good at the address of this tend alone, which needs https and a name', async () => {
  const { services } = await tend()
  const { recent: hand, device } = await withPasskey(await someone())
  expect(await enterWithPasskey(device, { origin: 'http://localhost:1' })).toMatchObject({
    status: 409,
    code: 'passkey_elsewhere',
  })
  try {
    for (const [publicUrl, address] of [
      ['https://tend.farm.example', 'https://tend.farm.example'],
      ['https://tend.farm.example:8443', 'https://tend.farm.example:8443'],
      ['http://127.0.0.1:3000', 'http://localhost:3000'],
      ['http://tend.farm.example', null],
      ['https://192.0.2.7', null],
      ['https://[2001:db8::7]', null],
    ] as const) {
      Object.assign(services.config, { publicUrl })
      expect(await hand.call(passkeys.list, {}), publicUrl).toMatchObject({ address })
      expect(await hand.call(auth.options, {}), publicUrl).toMatchObject({ passkey_address: address })
      if (address === null)
        expect(await hand.refused(passkeys.start, {})).toMatchObject({ status: 409, code: 'passkeys_unavailable' })
    }
    Object.assign(services.config, { publicUrl: 'https://tend.farm.example' })
    const elsewhere = new Authenticator('https://tend.farm.example')
    const { options } = await hand.call(passkeys.start, {})
    expect(options.rp).toEqual({ name: 'tend', id: 'tend.farm.example' })
    const made = elsewhere.make(options, { origin: 'https://farm.example' })
    expect(await hand.refused(passkeys.create, { name: 'Phone', ...made })).toMatchObject({ code: 'passkey_elsewhere' })
    await hand.call(passkeys.create, { name: 'Phone', ...elsewhere.make(options) })
    expect((await enterWithPasskey(elsewhere)).status).toBe(200)
  } finally {
    Object.assign(services.config, { publicUrl: undefined })
  }
})

test('a passkey is enough where a company demands a second factor, and the last factor stays', async () => {
  const farm = await company()
  const hand = await withPassword(await farm.worker())
  await demand(farm.id)
  expect(await hand.call(auth.user, {})).toMatchObject({ two_factor_due: true })
  const { recent, passkey } = await withPasskey(hand)
  expect(await hand.call(auth.user, {})).toMatchObject({ two_factor_due: false })
  expect(await recent.refused(passkeys.remove, { id: passkey.id })).toMatchObject({
    status: 403,
    code: 'two_factor_required',
  })
  await withAuthenticatorApp(recent)
  expect(await secondStepOf(hand.email, password)).toMatchObject({ factors: ['passkey', 'code'] })
  const left = await Promise.all([recent.send(me.endTwoFactor, {}), recent.send(passkeys.remove, { id: passkey.id })])
  expect(left.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403])
})

test('adding and removing need the password again, and nobody reaches another’s passkeys', async () => {
  const [hand, other] = [await someone(), await someone()]
  const { passkey, device } = await withPasskey(hand)
  for (const asked of [
    hand.refused(passkeys.start, {}),
    hand.refused(passkeys.create, { name: 'x', ...device.make({ user: { id: 'x' }, challenge: 'x' }) }),
    hand.refused(passkeys.remove, { id: passkey.id }),
  ])
    expect(await asked).toMatchObject({ status: 403, code: 'reauthentication_required' })
  const rival = await recently(other)
  expect(await rival.refused(passkeys.remove, { id: passkey.id })).toMatchObject({ status: 404 })
  expect(await rival.refused(passkeys.rename, { id: passkey.id, name: 'Mine' })).toMatchObject({ status: 404 })
  expect((await rival.call(passkeys.list, {})).passkeys).toEqual([])
  // An answer to somebody else's challenge.
  const { options } = await (await recently(hand)).call(passkeys.start, {})
  expect(await rival.refused(passkeys.create, { name: 'x', ...device.make(options) })).toMatchObject({
    code: 'passkey_refused',
  })
})

test('a passkey is in one account, and an account has twenty at most', async () => {
  const [{ recent: hand, device }, other] = [await withPasskey(await someone()), await recently(await someone())]
  const taken = device.made[0]?.id ?? ''
  await platform(db =>
    db.update(passkeyTable).set({ credentialId: 'gone' }).where(eq(passkeyTable.credentialId, taken)),
  )
  const { options } = await other.call(passkeys.start, {})
  const made = device.make(options)
  await platform(db =>
    db.update(passkeyTable).set({ credentialId: made.credential_id }).where(eq(passkeyTable.credentialId, 'gone')),
  )
  expect(await other.refused(passkeys.create, { name: 'x', ...made })).toMatchObject({
    status: 409,
    code: 'passkey_known',
  })
  const row = { userId: hand.id, name: 'x', publicKey: Buffer.from('x'), counter: 0, transports: [] }
  await platform(db =>
    db
      .insert(passkeyTable)
      .values(Array.from({ length: maxPasskeys - 1 }, (_, n) => ({ ...row, credentialId: `${hand.id}-${n}` }))),
  )
  expect(await hand.refused(passkeys.start, {})).toMatchObject({ status: 422 })
})

test('an administrator takes off all second factors; an account that ended has none', async () => {
  const hand = await someone()
  const { recent, device } = await withPasskey(hand)
  await withAuthenticatorApp(recent)
  const boss = await recently(await admin())
  expect(await boss.call(users.get, { id: hand.id })).toMatchObject({ has_two_factor: true })
  await boss.call(users.endTwoFactor, { id: hand.id })
  expect(await boss.call(users.get, { id: hand.id })).toMatchObject({ has_two_factor: false })
  expect(await enterWithPasskey(device)).toMatchObject({ code: 'passkey_unknown' })
  expect((await signInWith(hand.email, password)).data.token).toEqual(expect.any(String))

  const gone = await withPasskey(await someone())
  await boss.call(users.remove, { id: gone.recent.id })
  expect(await enterWithPasskey(gone.device)).toMatchObject({ code: 'passkey_unknown' })
  await boss.call(users.restore, { id: gone.recent.id })
  const { data } = await enterWithPasskey(gone.device)
  await (await recently(personWith(data.token, gone.recent))).call(me.remove, {})
  for (const table of [passkeyTable, recoveryCodes])
    expect(await platform(db => db.select().from(table).where(eq(table.userId, gone.recent.id)))).toEqual([])
})

test('an account without an address has its phone and PIN', async () => {
  const hand = await recently(await someone())
  await platform(db => db.execute(sql`update users set email = null where id = ${hand.id}`))
  expect(await hand.refused(passkeys.start, {})).toMatchObject({ status: 403 })
})
