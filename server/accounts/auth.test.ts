import { hash } from '@node-rs/argon2'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { memberships } from '../companies/table.ts'
import { hashPassword } from '../lib/security/passwordHash.ts'
import { company, type Person, platform, request, stranger } from '../test/people.ts'
import { credentials, users } from './table.ts'

const password = 'correct horse battery'

/** Somebody who can sign in with `password`. */
async function withPassword(person: Person): Promise<Person> {
  const passwordHash = await hashPassword(password)
  await platform(db => db.insert(credentials).values({ userId: person.id, passwordHash }))
  return person
}

const login = async (email: string, secret = password, lang = 'en') => {
  const answer = await request(auth.login, { email, password: secret }, null, { lang: lang as 'en' })
  return { status: answer.statusCode, headers: answer.headers, ...JSON.parse(answer.body) }
}

test('a worker signs in with any spelling of the address and gets what the app needs to know', async () => {
  const farm = await company()
  const hand = await withPassword(await farm.worker())
  const answer = await login(` ${hand.email.toUpperCase()} `)

  expect(answer.status).toBe(200)
  expect(answer.data.user).toMatchObject({
    id: hand.id,
    name: hand.name,
    email: hand.email,
    company_id: farm.id,
    role_id: 3000,
    hasCompany: true,
    language_id: 1,
    plan: null,
  })
  expect(answer.data.user.ability_rules).toContainEqual({
    action: ['read', 'complete', 'skip'],
    subject: 'SentTask',
    conditions: { company_id: farm.id, user_id: hand.id },
  })
  expect(Buffer.from(answer.data.token, 'base64url').length).toBeGreaterThanOrEqual(16)
  const session = { ...hand, token: answer.data.token }
  expect(await request(auth.user, {}, session.token)).toMatchObject({ statusCode: 200 })
  expect(JSON.parse((await request(auth.user, {}, session.token)).body).data).toEqual(answer.data.user)
})

test('an unknown address and a wrong password get the same answer, and so does somebody who was removed', async () => {
  const farm = await company()
  const [hand, gone] = [await withPassword(await farm.worker()), await withPassword(await farm.worker())]
  await platform(db => db.update(users).set({ archivedAt: new Date() }).where(eq(users.id, gone.id)))
  const refusals = [
    await login(hand.email, 'wrong'),
    await login('nobody@example.test'),
    await login(gone.email),
    await login((await farm.worker()).email),
  ]

  for (const { headers, ...refusal } of refusals)
    expect(refusal).toEqual({
      status: 422,
      code: 'wrong_credentials',
      message: 'Email and password do not match.',
    })
  expect((await login(hand.email, 'wrong', 'de')).message).not.toBe('Email and password do not match.')
  expect((await login('not an address')).errors).toEqual({ email: [expect.any(String)] })
})

test('signing out ends this session and no other', async () => {
  const hand = await withPassword(await (await company()).worker())
  const { token } = (await login(hand.email)).data
  const answer = await request(auth.logout, {}, token)

  expect(answer.statusCode).toBe(200)
  expect(await refusalOf(token)).toMatchObject({ status: 401, code: 'unauthenticated' })
  expect(await hand.call(auth.user, {})).toMatchObject({ id: hand.id })
  for (const bad of [null, 'nonsense', `${hand.token}x`])
    expect(await refusalOf(bad)).toMatchObject({ status: 401, code: 'unauthenticated' })
})

test('each session works in a company of its own, with the role that the person has there', async () => {
  const [farm, dairy, other] = [await company(), await company(), await company()]
  const vet = await withPassword(await farm.worker())
  await join(vet, dairy.id, 2000)
  await join(vet, other.id, 3000, new Date())
  await (await dairy.manager()).call(locations.create, { name: 'Dairy barn', type: 'barn' })
  const { token } = (await login(vet.email)).data
  const second = { ...vet, token }

  expect(await vet.call(auth.user, {})).toMatchObject({ company_id: farm.id, role_id: 3000 })
  expect(await vet.call(auth.updateUser, { company_id: dairy.id })).toMatchObject({
    company_id: dairy.id,
    role_id: 2000,
  })
  expect((await vet.call(locations.list, {})).data).toMatchObject([{ name: 'Dairy barn' }])
  expect(JSON.parse((await request(auth.user, {}, second.token)).body).data).toMatchObject({ company_id: farm.id })

  const strangers = await company()
  for (const { id } of [other, strangers])
    expect(await vet.refused(auth.updateUser, { company_id: id })).toMatchObject({ status: 404, code: 'not_found' })
  expect(await vet.call(auth.user, {})).toMatchObject({ company_id: dairy.id })
})

test('somebody who left the company keeps the account and can do nothing there any more', async () => {
  const farm = await company()
  const hand = await farm.worker()
  await platform(db =>
    db
      .update(memberships)
      .set({ endedAt: new Date() })
      .where(and(eq(memberships.companyId, farm.id), eq(memberships.userId, hand.id))),
  )

  expect(await hand.call(auth.user, {})).toMatchObject({ company_id: null, hasCompany: false, role_id: 3000 })
  expect(await hand.refused(locations.list, {})).toMatchObject({ status: 403 })
  expect(await (await stranger()).call(auth.user, {})).toMatchObject({ company_id: null, hasCompany: false })
})

test('a person chooses a name, a language and a time zone', async () => {
  const hand = await (await company()).worker()

  expect(
    await hand.call(auth.updateUser, { name: 'Anna', language_id: 5, time_zone: 'Europe/Budapest' }),
  ).toMatchObject({ name: 'Anna', language_id: 5, time_zone: 'Europe/Budapest' })
  expect(await hand.call(auth.updateUser, { name: 'Anna B.' })).toMatchObject({ name: 'Anna B.', language_id: 5 })
  expect(
    await hand.refused(auth.updateUser, { name: ' ', language_id: 6, time_zone: 'Mars/Olympus', role_id: 1000 }),
  ).toMatchObject({ status: 422 })
  expect(await hand.refused(auth.updateUser, { role_id: 1000 })).toMatchObject({
    status: 422,
    errors: { role_id: [expect.any(String)] },
  })
})

const refusalOf = async (token: string | null) => {
  const { statusCode, body } = await request(auth.user, {}, token)
  return { status: statusCode, ...JSON.parse(body) }
}

const join = (person: Person, companyId: number, roleId: number, endedAt: Date | null = null) =>
  platform(db => db.insert(memberships).values({ companyId, userId: person.id, roleId, endedAt }))

test('a password is right however a keyboard composes it, also where it was hashed as it was typed', async () => {
  const hand = await (await company()).worker()
  const composed = 'Pásztor őrzi á nyájat'
  const typed = composed.normalize('NFD')
  expect(typed).not.toBe(composed)
  const keep = async (passwordHash: string) =>
    platform(async db => {
      await db.delete(credentials).where(eq(credentials.userId, hand.id))
      await db.insert(credentials).values({ userId: hand.id, passwordHash })
    })
  for (const stored of [await hashPassword(typed), await hash(typed), await hash(composed)]) {
    await keep(stored)
    for (const way of [composed, typed]) expect(await login(hand.email, way)).toMatchObject({ status: 200 })
    expect(await login(hand.email, 'Pasztor orzi a nyajat')).toMatchObject({ code: 'wrong_credentials' })
  }
})

test('addresses in other scripts are taken, and one address is one account however it is typed', async () => {
  const name = 'János'
  const register = (email: string) => request(auth.register, { name, email, password: 'correct horse battery' }, null)
  const unique = crypto.randomUUID().slice(0, 8)
  expect((await register(`jános${unique}@példa.hu`)).statusCode).toBe(201)
  for (const same of [`JÁNOS${unique}@PÉLDA.HU`, `ja\u0301nos${unique}@xn--plda-bpa.hu`, ` jános${unique}＠példa.hu`])
    expect(JSON.parse((await register(same)).body)).toMatchObject({ code: 'email_taken' })
  for (const none of ['jános', '@példa.hu', 'a b@példa.hu', 'a@b', 'a@pél da.hu', 'a..b@example.com'])
    expect((await register(none)).statusCode).toBe(422)
})
