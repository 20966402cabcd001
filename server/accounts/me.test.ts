import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { me } from '#shared/accounts/me.ts'
import { invites } from '#shared/companies/invites.ts'
import { legal } from '#shared/legal/contract.ts'
import { localDay } from '#shared/lib/localTime.ts'
import { locations } from '#shared/locations/contract.ts'
import { invites as inviteRows, memberships } from '../companies/table.ts'
import { submissions as submissionRows } from '../submissions/table.ts'
import { password, recently, signInWith, withPassword } from '../test/accounts.ts'
import { filledCompany } from '../test/filledCompany.ts'
import { admin, company, personWith, platform, request } from '../test/people.ts'
import { statementsOf } from '../test/statements.ts'
import { tend } from '../test/tend.ts'
import { maxExported } from './export.ts'
import { sessions } from './sessionTable.ts'
import { credentials, users } from './table.ts'

const someone = async () => withPassword(await (await company()).worker())
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'orange' } })
    .jpeg()
    .toBuffer()
const stored = async (path: string) => (await tend()).app.inject(`/storage/${path}`)

test('a person has a picture that everybody may see, and it is gone when another takes its place', async () => {
  const hand = await someone()
  const file = { name: 'me.jpg', content: await picture(900, 600) }
  const { avatar } = await hand.call(me.setAvatar, {}, { file })
  expect(avatar).toMatch(/^avatars\/[0-9a-f-]{36}\.webp$/)
  const answer = await stored(avatar ?? '')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 512, height: 512 })

  const small = await hand.call(me.setAvatar, {}, { file: { name: 'x', content: await picture(40, 30) } })
  expect(await sharp((await stored(small.avatar ?? '')).rawPayload).metadata()).toMatchObject({ width: 30, height: 30 })
  await expect.poll(async () => (await stored(avatar ?? '')).statusCode).toBe(404)
  expect(await hand.call(me.removeAvatar, {})).toBeNull()
  await expect.poll(async () => (await stored(small.avatar ?? '')).statusCode).toBe(404)
  expect(
    await hand.refused(me.setAvatar, {}, { file: { name: 'a.jpg', content: Buffer.from('<svg/>') } }),
  ).toMatchObject({ status: 415 })
  expect(await hand.refused(me.setAvatar, {})).toMatchObject({ status: 422, errors: { file: [expect.any(String)] } })
  expect((await stored('avatars/..%2f..%2fsecret')).statusCode).toBe(404)
})

test('settings: week start and which mails come', async () => {
  const hand = await someone()
  expect(await hand.call(me.settings, {})).toMatchObject({ notifications: { critical_answers: true, plan_ends: true } })
  expect(await hand.call(auth.updateUser, { week_start: 6, notifications: { plan_ends: false } })).toMatchObject({
    week_start: 6,
  })
  await hand.call(auth.updateUser, { name: 'Anna' })
  expect(await hand.call(me.settings, {})).toMatchObject({
    notifications: { critical_answers: true, plan_ends: false },
  })
  expect(await hand.call(auth.updateUser, { week_start: null, notifications: { plan_ends: true } })).toMatchObject({
    week_start: null,
    name: 'Anna',
  })
  expect(await hand.refused(auth.updateUser, { week_start: 3, notifications: { spam: true } })).toMatchObject({
    status: 422,
  })
})

test('a person sees where they are signed in and ends it there, on sockets too', async () => {
  const hand = await someone()
  const other = await someone()
  const away = await signInWith(hand.email, password, { from: '10.6.6.6' })
  const list = await hand.call(me.sessions, {})
  expect(list).toHaveLength(2)
  expect(list.find(({ is_current }) => is_current)).toBeDefined()
  const foreign = list.find(({ ip }) => ip === '10.6.6.6')
  expect(await other.refused(me.endSession, { id: foreign?.id ?? 0 })).toMatchObject({ status: 404 })
  await hand.call(me.endSession, { id: foreign?.id ?? 0 })
  expect((await request(auth.user, {}, away.data.token)).statusCode).toBe(401)
  expect(await hand.call(me.sessions, {})).toHaveLength(1)
  for (let round = 0; round < 10; round++) await signInWith(hand.email, 'wrong password', { device: away.device ?? '' })
  // The device was forgotten with its session, so its wrong tries were a stranger's.
  expect((await signInWith(hand.email, password)).status).toBe(429)
})

test('somebody is signed in on a hundred devices at the most: the one that was used longest ago ends', async () => {
  const hand = await someone()
  const later = new Date(Date.now() + 3600_000)
  const earlier = (number: number) => new Date(Date.now() - number * 60_000)
  await platform(db =>
    db.insert(sessions).values(
      Array.from({ length: 99 }, (_, at) => ({
        ...{ userId: hand.id, tokenHash: crypto.randomUUID(), tokenExpiresAt: later, refreshableUntil: later },
        lastSeenAt: earlier(at + 1),
      })),
    ),
  )
  const before = await hand.call(me.sessions, {})
  expect(before).toHaveLength(100)
  expect((await signInWith(hand.email, password)).status).toBe(200)
  const after = await hand.call(me.sessions, {})
  expect(after).toHaveLength(100)
  expect(after.map(({ id }) => id)).not.toContain(before.at(-1)?.id)
})

test('all other devices are signed out at once', async () => {
  const hand = await someone()
  const tokens = [
    (await signInWith(hand.email, password)).data.token,
    (await signInWith(hand.email, password)).data.token,
  ]
  await hand.call(me.endOtherSessions, {})
  for (const token of tokens) expect((await request(auth.user, {}, token)).statusCode).toBe(401)
  expect(await hand.call(auth.user, {})).toMatchObject({ id: hand.id })
})

test('a person exports all of their own data, and neither others’ nor secrets', async () => {
  const { id: farm, hand, boss, submission } = await filledCompany()
  await withPassword(hand)
  // The database writes a changed row behind those that were made after it.
  await platform(db =>
    db.update(submissionRows).set({ updatedAt: new Date() }).where(eq(submissionRows.userId, hand.id)),
  )
  await platform(db =>
    db.update(submissionRows).set({ updatedAt: new Date() }).where(eq(submissionRows.id, submission.id)),
  )
  // Such a sign no call keeps in a name; one of before must not break the file.
  await platform(db => db.update(users).set({ name: 'Two\u2028lines' }).where(eq(users.id, hand.id)))
  const zip = unzipSync(new Uint8Array((await hand.call(me.export, {})) as unknown as Buffer))
  const text = strFromU8(zip['data.json'] ?? new Uint8Array())
  const data = JSON.parse(text)
  expect(data.users).toMatchObject([{ id: hand.id, name: 'Two\u2028lines', email: hand.email }])
  expect(data.submissions).toMatchObject([
    { id: submission.id, user_id: hand.id },
    { user_id: hand.id, status: 'draft' },
  ])
  expect(data.sent_tasks).toHaveLength(2)
  expect(data.sessions.length).toBeGreaterThan(0)
  expect(data.files).toHaveLength(1)
  expect(Object.keys(zip)).toEqual(['data.json', `files/${data.files[0].path}`])
  expect(data).not.toHaveProperty('credentials')
  for (const secret of [boss.email, hand.token, 'argon2', 'token_hash', 'sealed']) expect(text).not.toContain(secret)
  expect((await request(me.export, {}, null)).statusCode).toBe(401)

  const helper = await recently(await admin())
  const acting = personWith((await helper.call(auth.switchUser, { id: boss.id })).token, boss)
  await acting.call(auth.logout, {}, { from: '10.8.8.8' })
  await helper.call(auth.switchUser, { id: boss.id }, { from: '10.8.8.9' })
  const invited = 'invited-by-me@example.test'
  await boss.call(invites.create, { id: farm, email: invited, role_id: 3000 })
  const whole = unzipSync(new Uint8Array((await boss.call(me.export, {})) as unknown as Buffer))
  const bosses = strFromU8(whole['data.json'] ?? new Uint8Array())
  expect(JSON.parse(bosses).memberships).toHaveLength(1)
  for (const others of [invited, '10.8.8.8', '10.8.8.9', hand.email]) expect(bosses).not.toContain(others)
})

test('the file of somebody’s data is named by their own day', async () => {
  const { hand } = await filledCompany()
  const now = new Date()
  const timeZone = now.getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago'
  await platform(db => db.update(users).set({ timeZone }).where(eq(users.id, hand.id)))
  const { headers } = await hand.send(me.export, {})
  expect(new Headers(headers as Record<string, string>).get('content-disposition')).toContain(
    `tend-${localDay(now, timeZone)}.zip`,
  )
  expect(localDay(now, timeZone)).not.toBe(now.toISOString().slice(0, 10))
})

test('of all columns that could name a person only those are read that do', async () => {
  const { hand } = await filledCompany()
  await hand.call(me.export, {})
  expect(await statementsOf(() => hand.call(me.export, {}))).toBeLessThan(35)
})

test('more rows, or more words, than one file holds are refused, and the person is told who helps', async () => {
  const { hand } = await filledCompany()
  const { rows, bytes } = maxExported
  const answers = []
  for (const most of [{ rows: 5 }, { bytes: 1_000 }]) {
    Object.assign(maxExported, most)
    answers.push(await hand.refused(me.export, {}))
    Object.assign(maxExported, { rows, bytes })
  }
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 413, code: 'too_large', message: expect.stringContaining('in parts') })
  expect((await hand.send(me.export, {})).statusCode).toBe(200)
})

test('an account is deleted: nobody can sign in to it, and what stays names nobody', async () => {
  const { id, hand, boss, submission } = await filledCompany()
  await withPassword(hand)
  const file = { name: 'me.jpg', content: await picture(50, 50) }
  const { avatar } = await hand.call(me.setAvatar, {}, { file })
  expect(await hand.refused(me.remove, {})).toMatchObject({ code: 'reauthentication_required' })
  const accepted = { acceptedAt: new Date(), acceptedBy: hand.id, email: hand.email }
  await platform(db => db.update(inviteRows).set(accepted).where(eq(inviteRows.companyId, id)))
  const recent = await recently(hand)
  await recent.call(me.remove, {})
  expect(JSON.stringify(await platform(db => db.select().from(inviteRows)))).not.toContain(hand.email)

  for (const { token } of [hand, recent]) expect((await request(auth.user, {}, token)).statusCode).toBe(401)
  expect((await signInWith(hand.email, password)).status).toBe(422)
  expect((await stored(avatar ?? '')).statusCode).toBe(404)
  const [user] = await platform(db => db.select().from(users).where(eq(users.id, hand.id)))
  expect(user).toMatchObject({ name: 'Former member', email: null, avatar: null, erasedAt: expect.any(Date) })
  expect(await platform(db => db.select().from(credentials).where(eq(credentials.userId, hand.id)))).toEqual([])
  const [membership] = await platform(db => db.select().from(memberships).where(eq(memberships.userId, hand.id)))
  expect(membership).toMatchObject({ companyId: id, endedAt: expect.any(Date) })
  const kept = await platform(db => db.execute(`select user_id from submissions where id = ${submission.id}`))
  expect(kept.rows).toEqual([{ user_id: hand.id }])
  expect((await boss.send(locations.list, {})).statusCode).toBe(200)
})

test('the last manager of a company stays until somebody else is one', async () => {
  const farm = await company()
  const boss = await recently(await farm.manager())
  await farm.worker()
  expect(await boss.refused(me.remove, {})).toMatchObject({
    status: 409,
    code: 'last_manager',
    data: { companies: [{ id: farm.id, name: expect.any(String) }] },
  })
  await farm.manager()
  await boss.call(me.remove, {})
})

test('everybody is asked to accept the privacy text, again when it changes', async () => {
  const hand = await someone()
  const read = async () => JSON.parse((await request(legal.get, {}, null)).body).data
  const first = await read()
  for (const language of ['en', 'hu', 'de', 'fr', 'ar']) {
    expect(first.privacy[language].length).toBeGreaterThan(500)
    expect(first.terms[language].length).toBeGreaterThan(100)
  }
  expect(await hand.call(auth.user, {})).toMatchObject({ privacy_accepted_at: null })
  const { privacy_accepted_at } = await hand.call(auth.acceptPrivacy, { version: first.version })
  expect(await hand.call(auth.user, {})).toMatchObject({ privacy_accepted_at })

  const boss = await admin()
  const texts = { privacy: { en: 'We keep less now.' }, terms: { en: 'Be kind.' } }
  expect(await hand.refused(legal.publish, texts)).toMatchObject({ status: 403 })
  const next = await boss.call(legal.publish, texts)
  expect(next).toMatchObject({ ...texts, version: first.version + 1, published_at: expect.any(String) })
  expect(await read()).toEqual(next)
  expect(await hand.call(auth.user, {})).toMatchObject({ privacy_accepted_at: null })
  expect(await hand.refused(auth.acceptPrivacy, { version: first.version })).toMatchObject({
    status: 409,
    code: 'privacy_outdated',
  })
  await hand.call(auth.acceptPrivacy, { version: next.version })
  await boss.call(legal.mend, { version: next.version, privacy: { en: 'We keep less now!' } })
  expect(await read()).toMatchObject({ privacy: { en: 'We keep less now!' }, terms: { en: 'Be kind.' } })
  expect(await hand.call(auth.user, {})).toMatchObject({ privacy_accepted_at: expect.any(String) })
  expect(await boss.refused(legal.mend, { version: 999, terms: { en: 'x' } })).toMatchObject({ status: 404 })
  expect(await boss.refused(legal.publish, { privacy: { xx: 'no' } })).toMatchObject({ status: 422 })
})
