import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { me } from '#shared/accounts/me.ts'
import { users } from '#shared/accounts/users.ts'
import { companies as companyCalls } from '#shared/companies/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { companies } from '../companies/table.ts'
import { password, recently, signInWith, withPassword } from '../test/accounts.ts'
import { admin, company, type Person, platform, request } from '../test/people.ts'
import { askFor, listener } from '../test/sockets.ts'
import { tend } from '../test/tend.ts'
import { loginChallenges, recoveryCodes, twoFactors } from './sessionTable.ts'

const step = 30_000
/** What an authenticator shows some steps from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * step })

/** Somebody who signs in with a second factor. */
async function withTwoFactor(person: Person) {
  const recent = await recently(person)
  const { secret, address } = await recent.call(me.startTwoFactor, {})
  // The code before is good too, which leaves the present one for signing in.
  const { recovery_codes } = await recent.call(me.confirmTwoFactor, { code: codeOf(secret, -1) })
  return { recent, secret, address, codes: recovery_codes }
}

async function challengeFor(email: string): Promise<string> {
  const { status, data } = await signInWith(email, password)
  expect([status, Object.keys(data)]).toEqual([200, ['two_factor', 'factors']])
  return data.two_factor ?? ''
}

async function answerTo(challenge: string, code: string) {
  const { statusCode, body } = await request(auth.loginTwoFactor, { challenge, code }, null)
  return { status: statusCode, ...JSON.parse(body) }
}

const someone = async () => withPassword(await (await company()).worker())

test('with a second factor the password alone signs nobody in', async () => {
  const hand = await someone()
  const { address, secret } = await withTwoFactor(hand)
  expect(address).toBe(
    `otpauth://totp/tend:${encodeURIComponent(hand.email)}?issuer=tend` +
      `&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
  const challenge = await challengeFor(hand.email)
  expect((await request(auth.user, {}, challenge)).statusCode).toBe(401)
  expect(await answerTo(challenge, '000000')).toMatchObject({ status: 422, code: 'wrong_code' })
  const answer = await answerTo(challenge, codeOf(secret))
  expect(answer).toMatchObject({ status: 200, data: { user: { id: hand.id }, token: expect.any(String) } })
  expect(await answerTo(challenge, codeOf(secret, 1))).toMatchObject({ status: 410, code: 'link_expired' })
  expect((await signInWith(hand.email, 'wrong password')).status).toBe(422)
})

test('a code works once, also for two people who have it at the same time', async () => {
  const hand = await someone()
  const { secret } = await withTwoFactor(hand)
  const challenges = [await challengeFor(hand.email), await challengeFor(hand.email)]
  const answers = await Promise.all(challenges.map(challenge => answerTo(challenge, codeOf(secret))))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('a recovery code takes the place of a lost authenticator, once', async () => {
  const hand = await someone()
  const { codes, recent } = await withTwoFactor(hand)
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){6}$/)
  const [first = '', second = ''] = codes
  expect(await answerTo(await challengeFor(hand.email), ` ${first.toUpperCase().replaceAll('-', ' ')} `)).toMatchObject(
    {
      status: 200,
    },
  )
  expect(await answerTo(await challengeFor(hand.email), first)).toMatchObject({ status: 422 })
  expect(await hand.call(me.settings, {})).toMatchObject({ two_factor: { recovery_codes_left: 9 } })

  const { recovery_codes } = await recent.call(me.renewRecoveryCodes, {})
  expect(await answerTo(await challengeFor(hand.email), second)).toMatchObject({ status: 422 })
  expect(await answerTo(await challengeFor(hand.email), recovery_codes[0] ?? '')).toMatchObject({ status: 200 })
})

test('neither the secret nor the codes can be read in the database', async () => {
  const hand = await someone()
  const { secret, codes } = await withTwoFactor(hand)
  const [factor] = await platform(db => db.select().from(twoFactors).where(eq(twoFactors.userId, hand.id)))
  const stored = await platform(db => db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, hand.id)))
  expect(factor?.sealed.includes(Buffer.from(Secret.fromBase32(secret).buffer))).toBe(false)
  for (const code of codes) expect(JSON.stringify(stored)).not.toContain(code)
})

test('guessing codes stops after ten in five minutes, over all challenges', async () => {
  const hand = await someone()
  const { secret } = await withTwoFactor(hand)
  const challenge = await challengeFor(hand.email)
  const guesses = await Promise.all(Array.from({ length: 8 }, () => answerTo(challenge, '000000')))
  expect(guesses.filter(({ status }) => status === 422 || status === 410)).toHaveLength(8)
  const spent = guesses.filter(({ status }) => status === 422).length
  const again = await challengeFor(hand.email)
  for (let round = spent; round < 10; round++) expect((await answerTo(again, '000000')).status).toBe(422)
  expect(await answerTo(again, codeOf(secret))).toMatchObject({ status: 429 })
})

test('a challenge is over after five minutes', async () => {
  const hand = await someone()
  const { secret } = await withTwoFactor(hand)
  const challenge = await challengeFor(hand.email)
  await platform(db =>
    db.update(loginChallenges).set({ expiresAt: new Date() }).where(eq(loginChallenges.userId, hand.id)),
  )
  expect(await answerTo(challenge, codeOf(secret))).toMatchObject({ status: 410, code: 'link_expired' })
  expect(await answerTo('nonsense', '123456')).toMatchObject({ status: 410 })
})

test('setting up needs a first code, and must be turned off before it is set up again', async () => {
  const hand = await recently(await someone())
  expect(await hand.refused(me.confirmTwoFactor, { code: '123456' })).toMatchObject({ status: 404 })
  const first = await hand.call(me.startTwoFactor, {})
  const second = await hand.call(me.startTwoFactor, {})
  expect(await hand.refused(me.confirmTwoFactor, { code: codeOf(first.secret) })).toMatchObject({ code: 'wrong_code' })
  expect(await hand.call(me.settings, {})).toMatchObject({ two_factor: { enabled_at: null } })
  expect((await signInWith(hand.email, password)).data.token).toEqual(expect.any(String))
  await hand.call(me.confirmTwoFactor, { code: codeOf(second.secret) })
  expect(await hand.refused(me.startTwoFactor, {})).toMatchObject({ status: 409, code: 'two_factor_on' })
  expect(await hand.call(me.settings, {})).toMatchObject({
    two_factor: { enabled_at: expect.any(String), recovery_codes_left: 10, is_required: false },
  })
  await hand.call(me.endTwoFactor, {})
  expect((await signInWith(hand.email, password)).data.token).toEqual(expect.any(String))
})

test('a company can ask everybody for it: until then nothing there is shown', async () => {
  const farm = await company()
  const hand = await withPassword(await farm.worker())
  await platform(db => db.update(companies).set({ twoFactorRequired: true }).where(eq(companies.id, farm.id)))
  expect(await hand.refused(locations.list, {})).toMatchObject({ status: 403, code: 'two_factor_required' })
  expect(await hand.call(auth.user, {})).toMatchObject({ two_factor_due: true, company_id: farm.id })
  const { app } = await tend()
  const { headers } = await signInWith(hand.email, password)
  const cookie = [headers['set-cookie'] ?? []].flat().find(one => one.startsWith('tend_storage=')) ?? ''
  const file = await app.inject({ url: '/storage/1/nothing.jpg', headers: { cookie } })
  expect([file.statusCode, file.json().code]).toEqual([403, 'two_factor_required'])
  expect((await askFor(`presence-company.${farm.id}`, '1.1', hand.token)).status).toBe(403)
  const { recent } = await withTwoFactor(hand)
  expect(await recent.call(locations.list, {})).toMatchObject({ data: [] })
  expect(await recent.call(auth.user, {})).toMatchObject({ two_factor_due: false })
  expect(await recent.refused(me.endTwoFactor, {})).toMatchObject({ status: 403, code: 'two_factor_required' })
})

test('when a company begins to require it, members without one are cut off and the others go on', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const [hand, careful] = [await farm.worker(), await withPassword(await farm.worker())]
  const { recent } = await withTwoFactor(careful)
  const channel = `presence-company.${farm.id}`
  const held = await listener(hand, channel)
  await boss.call(companyCalls.update, { id: farm.id, two_factor_required: true })

  await held.next('pusher:subscription_error')
  expect(await hand.heard('abilities.changed')).toEqual([{ company_id: farm.id }])
  expect(await careful.heard('abilities.changed')).toEqual([])
  expect((await askFor(channel, '1.1', recent.token)).status).toBe(200)
  held.disconnect()
})

test('an admin turns it off for somebody who lost everything; a manager cannot', async () => {
  const farm = await company()
  const hand = await withPassword(await farm.worker())
  await withTwoFactor(hand)
  expect(await (await recently(await farm.manager())).refused(users.endTwoFactor, { id: hand.id })).toMatchObject({
    status: 403,
  })
  const boss = await admin()
  expect(await boss.refused(users.endTwoFactor, { id: hand.id })).toMatchObject({ code: 'reauthentication_required' })
  await (await recently(boss)).call(users.endTwoFactor, { id: hand.id })
  expect((await signInWith(hand.email, password)).data.token).toEqual(expect.any(String))
})

test('codes are good however they are typed: in Arabic or wide digits, with blanks and hyphens', async () => {
  const hand = await someone()
  const recent = await recently(hand)
  const { secret } = await recent.call(me.startTwoFactor, {})
  expect(await recent.refused(me.confirmTwoFactor, { code: '١٢٣٤٥' })).toMatchObject({ status: 422 })
  const arabic = (code: string) => code.replace(/\d/g, digit => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)))
  const wide = (code: string) => code.replace(/\d/g, digit => String.fromCharCode(0xff10 + Number(digit)))
  expect(await recent.refused(me.confirmTwoFactor, { code: 'abcdef' })).toMatchObject({ code: 'wrong_code' })
  const { recovery_codes } = await recent.call(me.confirmTwoFactor, { code: arabic(codeOf(secret, -1)) })
  const typed = wide(codeOf(secret)).replace(/^(.{3})/, '$1\u2011 ')
  expect(await answerTo(await challengeFor(hand.email), typed)).toMatchObject({ status: 200 })
  const spoken = arabic(recovery_codes[0] ?? '').replaceAll('-', '–')
  expect(await answerTo(await challengeFor(hand.email), spoken)).toMatchObject({ status: 200 })
})
