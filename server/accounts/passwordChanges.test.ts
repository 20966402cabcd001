import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { me } from '#shared/accounts/me.ts'
import { actions } from '#shared/actions/contract.ts'
import { actionLinks } from '../actions/table.ts'
import { hashToken } from '../lib/security/secrets.ts'
import { password, recently, signInWith, withPassword } from '../test/accounts.ts'
import { jobsDone } from '../test/jobsDone.ts'
import { linkIn, type Mailbox, openMailbox } from '../test/mailbox.ts'
import { company, type Person, personWith, platform, request } from '../test/people.ts'
import { loginChallenges, twoFactors } from './sessionTable.ts'
import { users } from './table.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

const another = 'nine patient donkeys'
const someone = async () => withPassword(await (await company()).worker())
const forgot = (email: string) => request(auth.forgotPassword, { email }, null)

async function reset(input: { email: string; token: string; password: string }) {
  const { statusCode, body } = await request(auth.resetPassword, input, null)
  return { status: statusCode, ...JSON.parse(body) }
}

/** Asks for a link and takes it out of the mail. */
async function linkFor(person: Person, count = 1) {
  expect((await forgot(person.email)).statusCode).toBe(200)
  const [, , , token = '', email = ''] = linkIn(await mailbox.next(person.email, count)).split('/')
  return { token, email: decodeURIComponent(email) }
}

test('a forgotten password is replaced by the mail’s link, once, and every device is signed out', async () => {
  const hand = await someone()
  const { data, device } = await signInWith(hand.email, password)
  const link = await linkFor(hand)
  const mail = await mailbox.next(hand.email)
  expect(mail.subject).toBe('Set a new password')
  expect(linkIn(mail)).toBe(`/auth/reset-password/${link.token}/${encodeURIComponent(hand.email)}`)
  expect(link.email).toBe(hand.email)

  expect(await reset({ ...link, password: another })).toMatchObject({ status: 200, data: null })
  for (const token of [hand.token, data.token]) expect((await request(auth.user, {}, token)).statusCode).toBe(401)
  expect((await signInWith(hand.email, password, { device: device ?? '' })).status).toBe(422)
  expect((await signInWith(hand.email, another)).status).toBe(200)
  // Of the sign-ins mails may come before or behind it.
  await expect.poll(() => mailbox.to(hand.email).map(({ subject }) => subject)).toContain('Your password was changed')
  expect(await reset({ ...link, password: another })).toMatchObject({ status: 410, code: 'link_used' })
})

test('with one link all are used, and of two who use one at once the second comes too late', async () => {
  const hand = await someone()
  const first = await linkFor(hand)
  const second = await linkFor(hand, 2)
  const answers = await Promise.all([first, first, second].map(link => reset({ ...link, password: another })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
})

test('wrong, foreign and old links say what they are', async () => {
  const [hand, other] = [await someone(), await someone()]
  const link = await linkFor(hand)
  expect(await reset({ ...link, token: 'nonsense', password: another })).toMatchObject({ status: 404 })
  expect(await reset({ ...link, email: other.email, password: another })).toMatchObject({ status: 404 })
  expect(await reset({ ...link, password: 'password123' })).toMatchObject({
    status: 422,
    errors: { password: [expect.any(String)] },
  })
  await platform(db => db.update(actionLinks).set({ expiresAt: new Date() }).where(eq(actionLinks.userId, hand.id)))
  expect(await reset({ ...link, password: another })).toMatchObject({ status: 410, code: 'link_expired' })
  expect((await signInWith(hand.email, password)).status).toBe(200)
})

test('a link is good for an hour and lies nowhere but in the mail', async () => {
  const hand = await someone()
  const { token } = await linkFor(hand)
  const [row] = await platform(db => db.select().from(actionLinks).where(eq(actionLinks.userId, hand.id)))
  expect((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(3600_000)
  const stored = await platform(db => db.execute(`select data::text, output::text from pgboss.job`))
  expect(JSON.stringify([row, stored.rows])).not.toContain(token)
})

test('an address that nobody has gets the same answer, and no mail', async () => {
  const hand = await someone()
  const [known, unknown] = [await forgot(hand.email), await forgot('nobody-at-all@example.test')]
  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
  await mailbox.next(hand.email)
  expect(mailbox.to('nobody-at-all@example.test')).toEqual([])
})

test('nobody is flooded with mails, and nobody is told so', async () => {
  const hand = await someone()
  for (let round = 0; round < 8; round++) expect((await forgot(hand.email)).statusCode).toBe(200)
  await mailbox.next(hand.email, 5)
  await jobsDone()
  expect(mailbox.to(hand.email)).toHaveLength(5)
})

test('a new password ends every session and link that somebody got with the old one', async () => {
  for (const change of ['reset', 'change'] as const) {
    const hand = await recently(await someone())
    const thief = `thief-${change}@example.test`
    await hand.call(auth.changeEmail, { email: thief })
    const [, , , token = ''] = linkIn(await mailbox.next(thief)).split('/')
    const expiresAt = new Date(Date.now() + 60_000)
    await platform(db =>
      db.insert(loginChallenges).values({ userId: hand.id, tokenHash: hashToken(change), expiresAt }),
    )
    if (change === 'reset')
      expect(await reset({ ...(await linkFor(hand)), password: another })).toMatchObject({ status: 200 })
    else await hand.call(auth.changePassword, { current_password: password, password: another })

    expect((await request(actions.perform, { token }, null)).statusCode).toBe(410)
    expect((await request(auth.loginTwoFactor, { challenge: change, code: '123456' }, null)).statusCode).toBe(410)
    expect((await signInWith(hand.email, another)).status).toBe(200)
  }
})

test('a person who proves an address is not locked out by somebody who only claimed it', async () => {
  for (const confirmed of [true, false]) {
    const hand = await someone()
    await platform(async db => {
      if (!confirmed) await db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, hand.id))
      await db.insert(twoFactors).values({ userId: hand.id, sealed: Buffer.from('x'), confirmedAt: new Date() })
    })
    expect(await reset({ ...(await linkFor(hand)), password: another })).toMatchObject({ status: 200 })
    const { data } = await signInWith(hand.email, another)
    expect(data.two_factor).toEqual(confirmed ? expect.any(String) : undefined)
  }
})

test('somebody removed gets no link, and one from before does nothing', async () => {
  const hand = await someone()
  const link = await linkFor(hand)
  await platform(db => db.update(users).set({ archivedAt: new Date() }).where(eq(users.id, hand.id)))
  expect(await reset({ ...link, password: another })).toMatchObject({ status: 404 })
})

test('changing the password signs out everywhere else, and a mail says so', async () => {
  const hand = await someone()
  const here = await signInWith(hand.email, password)
  const away = await signInWith(hand.email, password)
  const person = personWith(here.data.token, hand)

  expect(await person.refused(auth.changePassword, { current_password: 'wrong', password: another })).toMatchObject({
    status: 422,
    errors: { current_password: ['This is not your current password.'] },
  })
  expect(
    await person.refused(auth.changePassword, { current_password: password, password: 'password123' }),
  ).toMatchObject({ status: 422, errors: { password: [expect.any(String)] } })
  await person.call(auth.changePassword, { current_password: password, password: another })
  expect(await person.call(auth.user, {})).toMatchObject({ id: hand.id })
  for (const token of [away.data.token, hand.token]) expect((await request(auth.user, {}, token)).statusCode).toBe(401)
  expect((await signInWith(hand.email, password)).status).toBe(422)
  expect((await signInWith(hand.email, another)).status).toBe(200)
  await expect.poll(() => mailbox.to(hand.email).map(({ subject }) => subject)).toContain('Your password was changed')
  expect((await request(auth.changePassword, { current_password: another, password }, null)).statusCode).toBe(401)
})

test('guessing the present password in an open session stops after ten tries', async () => {
  const hand = await someone()
  const answers = []
  for (let round = 0; round < 12; round++)
    answers.push(await hand.refused(auth.changePassword, { current_password: `wrong ${round}`, password: another }))
  expect(answers.slice(0, 10).every(({ status }) => status === 422)).toBe(true)
  expect(answers.slice(10).map(({ status }) => status)).toEqual([429, 429])
})

test('a sign-in on a new device is told by mail, the first one and a known one are not', async () => {
  const hand = await someone()
  const first = await signInWith(hand.email, password)
  await signInWith(hand.email, password, { device: first.device ?? '' })
  expect(mailbox.to(hand.email)).toEqual([])
  await signInWith(hand.email, password, { from: '10.7.7.7', lang: 'de' })
  const mail = await mailbox.next(hand.email)
  expect(mail.subject).toBe('Sign-in on a new device')
  expect(mail.text).toContain('10.7.7.7')
  expect(linkIn(mail)).toBe('/profile/devices')
  expect(mailbox.to(hand.email)).toHaveLength(1)
})

test('mails speak the reader’s language, in its direction, and can be read in the dark', async () => {
  const hand = await someone()
  const titles = {
    hu: 'Válasszon új jelszót',
    de: 'Neues Passwort wählen',
    fr: 'Choisissez un nouveau mot de passe',
    ar: 'كلمة مرور جديدة',
  }
  let count = 0
  for (const [index, [language, title]] of Object.entries(titles).entries()) {
    await hand.call(auth.updateUser, { language_id: index + 2 })
    await forgot(hand.email)
    const mail = await mailbox.next(hand.email, ++count)
    expect(mail.subject).toBe(title)
    expect(mail.html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">')
    expect(mail.html).toContain('@media (prefers-color-scheme:dark)')
    expect(mail.text).toContain(hand.name)
  }
  expect(await hand.call(me.settings, {})).toMatchObject({ pending_email: null })
})
