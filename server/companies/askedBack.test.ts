/**
 * An admin adds an account at once; by a manager it is an invitation, which the person answers by the link of a mail.
 */
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { actions } from '#shared/actions/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { notices } from '#shared/notifications/contract.ts'
import { unsubscribeLinks } from '../actions/commands.ts'
import { atOnce } from '../test/atOnce.ts'
import { mailsTo } from '../test/mails.ts'
import { admin, belongs, company, type Person, platform, request, stranger, type TestCompany } from '../test/people.ts'
import { tend } from '../test/tend.ts'
import { memberships, invites as rows } from './table.ts'

const link = async (person: Person, nth = 0): Promise<string> => {
  await expect.poll(async () => (await mailsTo(person.email)).length).toBeGreaterThan(nth)
  const bodies = (await mailsTo(person.email)).map(({ body }) => body.match(/\/action\/user\/([\w-]+)/)?.[1] ?? '')
  return bodies.find(token => token && !seen.has(token) && seen.add(token)) ?? ''
}
const seen = new Set<string>()

const answer = async (token: string, body: object = {}) => {
  const { statusCode, body: text } = await request(actions.perform, { token, ...body }, null)
  return { status: statusCode, ...JSON.parse(text) }
}
const describe = async (token: string) => {
  const { statusCode, body } = await request(actions.describe, { token }, null)
  return { status: statusCode, ...JSON.parse(body) }
}

/** Somebody who belonged to the company before, and has left. */
async function formerMember(farm: TestCompany): Promise<Person> {
  const person = await stranger()
  await belongs(person, farm.id, 3000)
  const ofPerson = and(eq(memberships.companyId, farm.id), eq(memberships.userId, person.id))
  await platform(db => db.update(memberships).set({ endedAt: new Date() }).where(ofPerson))
  return person
}

async function asked() {
  const farm = await company()
  const [boss, newcomer] = [await farm.manager(), await formerMember(farm)]
  const place = { id: farm.id, user_id: newcomer.id, role_id: 3000 }
  const invite = await boss.call(invites.addMember, place)
  return { farm, boss, newcomer, place, invite, token: await link(newcomer) }
}

test('a person added by an admin is a member at once, is told twice, and can leave', async () => {
  const farm = await company()
  const [boss, newcomer, platformAdmin] = [await farm.manager(), await stranger(), await admin()]
  const place = { id: farm.id, user_id: newcomer.id, role_id: 3000 }

  expect(await platformAdmin.call(invites.addMember, place)).toMatchObject({
    ...{ id: newcomer.id, name: newcomer.name, role_id: 3000, frozen_at: null },
  })
  expect((await boss.call(companies.members, { id: farm.id })).data.map(({ id }) => id)).toContain(newcomer.id)
  expect(await newcomer.heard('abilities.changed')).toContainEqual({ company_id: farm.id })
  await expect.poll(async () => (await mailsTo(newcomer.email)).length).toBe(1)
  const [mail] = await mailsTo(newcomer.email)
  expect(mail?.subject).toContain('You were added to')
  expect(mail?.body).toContain('/company')
  expect((await boss.call(auditLog.list, { action: 'member.joined' })).data).toMatchObject([
    { subject_id: newcomer.id, details: { role_id: 3000 } },
  ])

  await newcomer.call(auth.updateUser, { company_id: farm.id })
  expect((await newcomer.call(notices.list, {})).data).toMatchObject([{ kind: 'member.added', href: '/company' }])
  expect(await platformAdmin.refused(invites.addMember, place)).toMatchObject({
    ...{ status: 422, errors: { user_id: [expect.any(String)] } },
  })
  await newcomer.call(companies.quit, { id: farm.id })
  expect((await boss.call(companies.members, { id: farm.id })).meta.total).toBe(1)
})

test('adding at once replaces an open invitation, and adds once however often it is called', async () => {
  const { farm, boss, newcomer, place, token } = await asked()
  const platformAdmin = await admin()
  const tries = await atOnce(4, () => platformAdmin.send(invites.addMember, place))

  expect(tries.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422, 422])
  expect((await boss.call(companies.members, { id: farm.id })).meta.total).toBe(2)
  expect(await newcomer.call(invites.mine, {})).toEqual([])
  expect(await describe(token)).toMatchObject({ status: 410, code: 'link_revoked' })
})

test('a person whom a manager adds joins only by accepting once through the link of the mail', async () => {
  const { farm, boss, newcomer, place, invite, token } = await asked()

  expect(invite).toMatchObject({ user_id: newcomer.id, email: newcomer.email, state: 'pending', path: null })
  expect(await boss.refused(invites.addMember, place)).toMatchObject({
    status: 422,
    errors: { user_id: [expect.any(String)] },
  })
  expect((await boss.call(invites.list, { id: farm.id, state: 'pending' })).data).toMatchObject([{ id: invite.id }])
  expect((await boss.call(companies.members, { id: farm.id })).meta.total).toBe(1)
  expect(await newcomer.refused(auth.updateUser, { company_id: farm.id })).toMatchObject({ status: 404 })
  expect(await newcomer.heard('invites.changed')).toContainEqual({ company_id: farm.id })

  expect(await describe(token)).toMatchObject({
    status: 200,
    data: {
      kind: 'join_company',
      company_id: farm.id,
      role_id: 3000,
      invited_by: boss.name,
      can_decline: true,
      name: newcomer.name,
    },
  })
  expect((await boss.call(companies.members, { id: farm.id })).meta.total).toBe(1)
  const tries = await atOnce(4, () => answer(token))
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410])
  expect(await newcomer.call(auth.updateUser, { company_id: farm.id })).toMatchObject({ role_id: 3000 })
  expect(await describe(token)).toMatchObject({ status: 410, code: 'link_used', data: { kind: 'join_company' } })
  expect(await boss.refused(invites.addMember, place)).toMatchObject({ status: 422 })
  expect(await boss.heard('invites.changed')).toContainEqual({ company_id: farm.id })
})

test('a declined invitation is reported to the inviter, who may ask again', async () => {
  const { farm, boss, newcomer, place, invite, token } = await asked()

  expect(await answer(token, { decline: true })).toMatchObject({ status: 200 })
  expect((await boss.call(invites.list, { id: farm.id, state: 'declined' })).data).toMatchObject([
    { id: invite.id, state: 'declined', declined_at: expect.any(String) },
  ])
  expect((await boss.call(invites.list, { id: farm.id, state: 'revoked' })).data).toEqual([])
  expect(await boss.heard('invites.changed')).toContainEqual({ company_id: farm.id })
  expect((await boss.call(auditLog.list, { action: 'invite.declined' })).data).toMatchObject([
    { actor: { id: newcomer.id } },
  ])
  expect(await answer(token)).toMatchObject({ status: 410, code: 'link_used' })
  expect(await newcomer.call(invites.mine, {})).toEqual([])

  await boss.call(invites.addMember, place)
  const again = await link(newcomer, 1)
  expect(await answer(again)).toMatchObject({ status: 200 })
  expect((await boss.call(companies.members, { id: farm.id })).meta.total).toBe(2)
})

test('in the app the person is asked too, and answers there', async () => {
  const { farm, newcomer, token } = await asked()
  const other = await stranger()

  expect(await newcomer.call(invites.mine, {})).toMatchObject([{ company_id: farm.id, role_id: 3000 }])
  expect(await other.call(invites.mine, {})).toEqual([])
  expect(await other.refused(companies.join, { id: farm.id })).toMatchObject({ status: 404 })
  expect(await other.refused(invites.decline, { id: farm.id })).toMatchObject({ status: 404 })
  expect(await newcomer.call(companies.join, { id: farm.id })).toMatchObject({ id: farm.id })
  expect(await answer(token)).toMatchObject({ status: 410, code: 'link_used', data: { kind: 'join_company' } })

  const second = await asked()
  await second.newcomer.call(invites.decline, { id: second.farm.id })
  expect(await second.newcomer.refused(companies.join, { id: second.farm.id })).toMatchObject({ status: 404 })
  expect(await answer(second.token)).toMatchObject({ status: 410 })
})

test('a revoked, replaced or expired link no longer works', async () => {
  const revoked = await asked()
  await revoked.boss.call(invites.revoke, { id: revoked.farm.id, invite_id: revoked.invite.id })
  expect(await describe(revoked.token)).toMatchObject({
    status: 410,
    code: 'link_revoked',
    data: { kind: 'join_company' },
  })
  expect(await answer(revoked.token)).toMatchObject({ status: 410, code: 'link_revoked' })

  const replaced = await asked()
  await replaced.boss.call(invites.resend, { id: replaced.farm.id, invite_id: replaced.invite.id })
  expect(await answer(replaced.token)).toMatchObject({ status: 410, code: 'link_replaced' })
  expect(await answer(await link(replaced.newcomer, 1))).toMatchObject({ status: 200 })

  const late = await asked()
  const expiresAt = new Date(Date.now() - 1000)
  await platform(db => db.update(rows).set({ expiresAt }).where(eq(rows.id, late.invite.id)))
  expect(await answer(late.token)).toMatchObject({ status: 410, code: 'link_expired' })
  for (const { boss, farm } of [revoked, late])
    expect((await boss.call(companies.members, { id: farm.id })).meta.total).toBe(1)
})

test('managers add no strangers, and nobody is added with an unknown role or account', async () => {
  const { boss, place, farm } = await asked()
  const [hand, newcomer, platformAdmin] = [await farm.worker(), await stranger(), await admin()]
  const next = { ...place, user_id: newcomer.id }

  for (const user_id of [newcomer.id, 2_000_000])
    expect(await boss.refused(invites.addMember, { ...next, user_id })).toMatchObject({ status: 403 })
  expect(await hand.refused(invites.addMember, next)).toMatchObject({ status: 403 })
  expect(await platformAdmin.refused(invites.addMember, { ...next, user_id: 2_000_000 })).toMatchObject({ status: 404 })
  expect(await platformAdmin.refused(invites.addMember, { ...next, user_id: hand.id })).toMatchObject({ status: 422 })
  for (const role_id of [2345, 1000])
    expect(await platformAdmin.refused(invites.addMember, { ...next, role_id })).toMatchObject({ status: 422 })
})

test('a link that can only be followed cannot be declined', async () => {
  const hand = await (await company()).worker()
  const { services } = await tend()
  const token = unsubscribeLinks(services, hand.id, 'plan_ends').page.split('/').at(-1) ?? ''
  expect(await answer(token, { decline: true })).toMatchObject({
    status: 422,
    errors: { decline: [expect.any(String)] },
  })
  expect(await answer('nonsense', { decline: true })).toMatchObject({ status: 404 })
})
