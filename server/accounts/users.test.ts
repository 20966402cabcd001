import { and, eq, isNotNull, isNull, notInArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { me } from '#shared/accounts/me.ts'
import { users as calls } from '#shared/accounts/users.ts'
import { workers } from '#shared/accounts/workers.ts'
import { password, recently, signInWith, withPassword } from '../test/accounts.ts'
import { type Mailbox, openMailbox } from '../test/mailbox.ts'
import { admin, company, type Person, platform, request, stranger } from '../test/people.ts'
import { tend } from '../test/tend.ts'
import { eraseArchivedUsers } from './jobs.ts'
import { users } from './table.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

test('an admin finds people by name, address, company and rank', async () => {
  const farm = await company()
  const [hand, boss] = [await farm.worker(), await admin()]
  const listed = async (input: object) => (await boss.call(calls.list, { per_page: 100, ...input })).data
  expect(await listed({ search: hand.email })).toMatchObject([
    {
      id: hand.id,
      name: hand.name,
      email: hand.email,
      is_admin: false,
      has_two_factor: false,
      companies: [{ id: farm.id, role_id: 3000 }],
      last_seen_at: expect.any(String),
    },
  ])
  expect((await listed({ company_id: farm.id })).map(({ id }) => id)).toEqual([hand.id])
  expect((await listed({ is_admin: true })).map(({ id }) => id)).toContain(boss.id)
  const names = (await listed({ sort: '-name' })).map(({ name }) => name)
  expect(names.length).toBeGreaterThan(1)
  expect(await boss.call(calls.get, { id: hand.id })).toMatchObject({ id: hand.id })
  expect(await boss.refused(calls.list, { sort: 'password' })).toMatchObject({ status: 422 })
})

test('nobody but admins sees, changes or removes people', async () => {
  const farm = await company()
  const hand = await farm.worker()
  for (const person of [await farm.manager(), hand, await farm.guest(), await stranger()]) {
    for (const call of [calls.list, calls.get, calls.update, calls.remove, calls.restore])
      expect(await person.refused(call, { id: hand.id }), call.path).toMatchObject({ status: 403 })
  }
  expect((await request(calls.list, {}, null)).statusCode).toBe(401)
})

test('an admin mends a name and, with the password, an address; both addresses are told', async () => {
  const hand = await withPassword(await (await company()).worker())
  const boss = await admin()
  const row = await boss.call(calls.get, { id: hand.id })
  const changed = await boss.call(calls.update, { id: hand.id, name: 'Anna', revision: row.revision })
  expect(changed).toMatchObject({ name: 'Anna', revision: row.revision + 1 })
  expect(await boss.refused(calls.update, { id: hand.id, name: 'Eve', revision: row.revision })).toMatchObject({
    status: 409,
    code: 'stale_revision',
    data: { name: 'Anna' },
  })
  const email = `mended${hand.id}@example.test`
  expect(await boss.refused(calls.update, { id: hand.id, email })).toMatchObject({ code: 'reauthentication_required' })
  const recent = await recently(boss)
  expect(await recent.refused(calls.update, { id: hand.id, email: boss.email })).toMatchObject({ code: 'email_taken' })
  expect(await recent.call(calls.update, { id: hand.id, email })).toMatchObject({ email })
  expect((await signInWith(email, password)).status).toBe(200)
  await mailbox.next(email)
  await mailbox.next(hand.email)
  expect(await recent.refused(calls.update, { id: hand.id, role_id: 1000 })).toMatchObject({
    status: 422,
    errors: { role_id: [expect.any(String)] },
  })
  expect(await recent.refused(calls.update, { id: 2_000_000, name: 'X' })).toMatchObject({ status: 404 })
})

test('an admin makes others admins and takes it back, but never locks themselves out', async () => {
  const hand = await stranger()
  const boss = await recently(await admin())
  await boss.call(calls.update, { id: hand.id, is_admin: true })
  expect(await hand.call(auth.user, {})).toMatchObject({ role_id: 1000 })
  await boss.call(calls.update, { id: hand.id, is_admin: false })
  expect(await hand.call(auth.user, {})).toMatchObject({ role_id: 3000 })
  expect(await boss.refused(calls.update, { id: boss.id, is_admin: false })).toMatchObject({ status: 403 })
  expect(await boss.refused(calls.remove, { id: boss.id })).toMatchObject({ status: 403 })
})

test('one admin always remains, in any order of leaving', async () => {
  const [one, other] = [await recently(await admin()), await recently(await admin())]
  const ours = [one.id, other.id]
  await platform(db => db.update(users).set({ adminSince: null }).where(notInArray(users.id, ours)))
  const answers = await Promise.all([
    one.send(calls.update, { id: other.id, is_admin: false }),
    other.send(calls.remove, { id: one.id }),
    one.send(me.remove, {}),
    other.send(me.remove, {}),
  ])
  expect(answers.filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body)).toEqual([])
  const left = await platform(db =>
    db
      .select({ id: users.id })
      .from(users)
      .where(and(isNotNull(users.adminSince), isNull(users.archivedAt))),
  )
  expect(left).toHaveLength(1)
  const last = left[0]?.id === one.id ? one : other
  expect(await last.refused(me.remove, {})).toMatchObject({ status: 409, code: 'last_admin' })
})

test('two managers who delete their accounts at once do not leave their company without one', async () => {
  const farm = await company()
  const pair = await Promise.all([recently(await farm.manager()), recently(await farm.manager())])
  const answers = await Promise.all(pair.map(person => person.send(me.remove, {})))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('nobody acts as a person who becomes an admin, nor for one who is no longer admin', async () => {
  const farm = await company()
  const hand = await farm.worker()
  const [boss, helper] = [await recently(await admin()), await recently(await admin())]
  const statusOf = async (token: string) => (await request(auth.user, {}, token)).statusCode
  const acting = async () => (await helper.call(auth.switchUser, { id: hand.id })).token
  const first = await acting()
  await boss.call(calls.update, { id: hand.id, is_admin: true })
  expect(await statusOf(first)).toBe(401)
  await boss.call(calls.update, { id: hand.id, is_admin: false })
  const second = await acting()
  expect(await statusOf(second)).toBe(200)
  await boss.call(calls.update, { id: helper.id, is_admin: false })
  expect(await statusOf(second)).toBe(401)
  expect(await statusOf(hand.token)).toBe(200)
})

test('a worker without e-mail becomes no admin', async () => {
  const farm = await company()
  const { id } = await (await farm.manager()).call(workers.create, { id: farm.id, name: 'Juan', user_name: 'juan' })
  expect(await (await recently(await admin())).refused(calls.update, { id, is_admin: true })).toMatchObject({
    status: 422,
    errors: { is_admin: [expect.any(String)] },
  })
})

test('a removed person is out at once, can be restored for thirty days, and is then erased', async () => {
  const farm = await company()
  const [hand, manager] = [await withPassword(await farm.worker()), await farm.manager()]
  const plain = await admin()
  expect(await plain.refused(calls.remove, { id: hand.id })).toMatchObject({ code: 'reauthentication_required' })
  const boss = await recently(plain)
  expect(await boss.refused(calls.remove, { id: manager.id })).toMatchObject({ status: 409, code: 'last_manager' })
  await boss.call(calls.remove, { id: hand.id })
  expect((await request(auth.user, {}, hand.token)).statusCode).toBe(401)
  expect((await signInWith(hand.email, password)).status).toBe(422)
  const archived = async () => (await boss.call(calls.list, { archived: true, search: hand.email })).data
  expect(await archived()).toMatchObject([{ id: hand.id, archived_at: expect.any(String) }])
  await boss.call(calls.restore, { id: hand.id })
  expect((await signInWith(hand.email, password)).data.user.company_id).toBe(farm.id)

  await boss.call(calls.remove, { id: hand.id })
  const { services } = await tend()
  const erase = () => platform(db => eraseArchivedUsers.work({}, { db, services }))
  await erase()
  expect(await archived()).toHaveLength(1)
  const past = new Date(Date.now() - 31 * 24 * 3600_000)
  await platform(db => db.update(users).set({ archivedAt: past }).where(eq(users.id, hand.id)))
  await erase()
  expect(await archived()).toEqual([])
  expect(await boss.refused(calls.restore, { id: hand.id })).toMatchObject({ status: 404 })
})

test('a manager asks whether a colleague has an address, an admin whether anybody does; not without end', async () => {
  const farm = await company()
  const [manager, hand, boss] = [await farm.manager(), await farm.worker(), await admin()]
  const foreigner = await (await company()).worker()
  const exists = async (person: Person, email: string) => (await person.call(calls.emailExists, { email })).exists
  expect(await exists(manager, hand.email.toUpperCase())).toBe(true)
  expect(await exists(manager, foreigner.email)).toBe(false)
  expect(await exists(boss, foreigner.email)).toBe(true)
  expect(await exists(boss, 'nobody@example.test')).toBe(false)
  for (const person of [hand, await farm.guest()])
    expect(await person.refused(calls.emailExists, { email: hand.email })).toMatchObject({ status: 403 })
  expect(await manager.refused(calls.emailExists, { email: 'nonsense' })).toMatchObject({ status: 422 })
  for (let round = 0; round < 58; round++) await manager.call(calls.emailExists, { email: 'x@example.test' })
  expect(await manager.refused(calls.emailExists, { email: 'x@example.test' })).toMatchObject({ status: 429 })
})
