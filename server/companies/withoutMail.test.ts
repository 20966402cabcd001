/** An installation without a mail server: nobody waits for a mail, and links are handed over. */
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { roles } from '#shared/companies/roles.ts'
import { users } from '../accounts/table.ts'
import { password, recently, withPassword } from '../test/accounts.ts'
import { admin, belongs, company, type Person, platform, request } from '../test/people.ts'
import { withoutMailServer } from '../test/withSetting.ts'
import { memberships } from './table.ts'

const unconfirmed = async (person: Person) => {
  await platform(db => db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, person.id)))
  return person
}

const newPassword = 'another long secret'

test('the entrance and the signed-in person know whether mails leave', async () => {
  const boss = await (await company()).manager()
  expect(await boss.call(auth.options, {})).toMatchObject({ has_mail: true })
  expect(await boss.call(auth.user, {})).toMatchObject({ has_mail: true })
  await withoutMailServer(async () => {
    expect(await boss.call(auth.options, {})).toMatchObject({ has_mail: false })
    expect(await boss.call(auth.user, {})).toMatchObject({ has_mail: false })
  })
})

test('a manager whose address nobody confirmed invites one person and a list, and gets their links', async () => {
  const farm = await company()
  const boss = await unconfirmed(await farm.manager())
  await withoutMailServer(async () => {
    const made = await boss.call(invites.create, { id: farm.id, email: 'anna@handed.example', role_id: 3000 })
    const { lines } = await boss.call(invites.createMany, {
      ...{ id: farm.id, role_id: 3000 },
      text: 'bela@handed.example\nnobody',
    })
    expect(lines).toMatchObject([{ result: 'invited' }, { result: 'not_an_email', path: null }])
    for (const path of [made.path, lines[0]?.path]) {
      const [, , , token = ''] = String(path).split('/')
      expect(await request(invites.describe, { id: farm.id, token }, null)).toMatchObject({ statusCode: 200 })
    }
  })
})

/** Chooses a new password by the link; the status of the answer. */
async function follow(path: string | null): Promise<number> {
  const [, , , token = '', email = ''] = String(path).split('/')
  const input = { token, email: decodeURIComponent(email), password: newPassword }
  return (await request(auth.resetPassword, input, null)).statusCode
}

test('a manager hands over a link for a new password, once, and it confirms no address', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await withPassword(await unconfirmed(await farm.worker()))]
  await withoutMailServer(async () => {
    const { path } = await boss.call(companies.resetPassword, { id: farm.id, user_id: hand.id })
    expect(await follow(path)).toBe(200)
    expect(await follow(path)).toBe(410)
    const signIn = (secret: string) => request(auth.login, { email: hand.email, password: secret }, null)
    expect((await signIn(newPassword)).statusCode).toBe(200)
    expect((await signIn(password)).statusCode).toBe(422)
  })
  const [row] = await platform(db => db.select().from(users).where(eq(users.id, hand.id)))
  expect(row?.emailConfirmedAt).toBeNull()
})

test('where mails leave, no link for a new password is shown', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  expect(await boss.call(companies.resetPassword, { id: farm.id, user_id: hand.id })).toEqual({ path: null })
})

test('the link of somebody of two companies, or of an administrator, is for an administrator alone', async () => {
  const [farm, other] = [await company(), await company()]
  const boss = await farm.manager()
  const [shared, chief] = [await farm.worker(), await farm.worker()]
  await belongs(shared, other.id, 3000)
  await platform(db => db.update(users).set({ adminSince: new Date() }).where(eq(users.id, chief.id)))
  await withoutMailServer(async () => {
    for (const { id } of [shared, chief])
      expect(await boss.refused(companies.resetPassword, { id: farm.id, user_id: id })).toMatchObject({
        ...{ status: 403, code: 'password_link_by_administrator' },
      })
    const { path } = await (await admin()).call(companies.resetPassword, { id: farm.id, user_id: shared.id })
    expect(await follow(path)).toBe(200)
  })
})

test('nobody is shown the link of somebody who reads confidential cases', async () => {
  const farm = await company()
  const [boss, reader] = [await farm.manager(), await farm.worker()]
  const role = await boss.call(roles.create, {
    ...{ standing: 'above_employee', name: 'Trusted', rules: [{ action: ['read', 'update'], subject: 'Case' }] },
  })
  await boss.call(companies.changeRole, { id: farm.id, user_id: reader.id, role_id: role.id })
  await withoutMailServer(async () => {
    for (const asker of [boss, await admin()])
      expect(await asker.refused(companies.resetPassword, { id: farm.id, user_id: reader.id })).toMatchObject({
        ...{ status: 403, code: 'password_link_of_case_reader' },
      })
  })
})

test('a link that was handed over ends when its person joins another company or comes to read cases', async () => {
  const [farm, other] = [await company(), await company()]
  const [boss, joining, trusted] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const role = await boss.call(roles.create, {
    ...{ standing: 'above_employee', name: 'Trusted', rules: [{ action: ['read', 'update'], subject: 'Case' }] },
  })
  await withoutMailServer(async () => {
    const shown = async (asker: Person, { id }: Person) =>
      (await asker.call(companies.resetPassword, { id: farm.id, user_id: id })).path
    const [first, second] = [await shown(boss, joining), await shown(boss, trusted)]
    const byAdmin = await shown(await admin(), joining)
    await belongs(joining, other.id, 3000)
    await boss.call(companies.changeRole, { id: farm.id, user_id: trusted.id, role_id: role.id })
    expect([await follow(first), await follow(second)]).toEqual([410, 410])
    expect(await follow(byAdmin)).toBe(200)
  })
})

test('somebody who worked elsewhere once is of this company alone', async () => {
  const [farm, other] = [await company(), await company()]
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await belongs(hand, other.id, 3000)
  const before = and(eq(memberships.companyId, other.id), eq(memberships.userId, hand.id))
  await platform(db => db.update(memberships).set({ endedAt: new Date() }).where(before))
  await withoutMailServer(async () => {
    const { path } = await boss.call(companies.resetPassword, { id: farm.id, user_id: hand.id })
    expect(path).toMatch(/^\/auth\/reset-password\//)
  })
  const { data } = await boss.call(auditLog.list, { action: 'password.link_shown' })
  expect(data).toHaveLength(1)
})

test('another address of the own account is taken at once, and stays unconfirmed', async () => {
  const hand = await recently(await (await company()).worker())
  await withoutMailServer(async () => {
    expect(await hand.call(auth.changeEmail, { email: 'new@handed.example' })).toBeNull()
    expect(await hand.call(auth.user, {})).toMatchObject({ email: 'new@handed.example', email_confirmed_at: null })
  })
})
