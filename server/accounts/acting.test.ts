import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { me } from '#shared/accounts/me.ts'
import { users as userCalls } from '#shared/accounts/users.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { hashToken } from '../lib/security/secrets.ts'
import { password, recently } from '../test/accounts.ts'
import { admin, company, type Person, personWith, platform, request } from '../test/people.ts'
import { sessions } from './sessionTable.ts'

async function actingAs(person: Person) {
  const boss = await recently(await admin())
  const { user, token } = await boss.call(auth.switchUser, { id: person.id })
  return { boss, user, acting: personWith(token, person) }
}

test('an admin acts as a worker: sees what they see, and both are named', async () => {
  const farm = await company()
  const hand = await farm.worker()
  await (await farm.manager()).call(locations.create, { name: 'Barn', type: 'barn' })
  const { boss, user, acting } = await actingAs(hand)

  expect(user).toMatchObject({
    id: hand.id,
    role_id: 3000,
    company_id: farm.id,
    acting_for: { id: hand.id, name: hand.name, by: { id: boss.id, name: boss.name } },
  })
  expect(await acting.call(auth.user, {})).toEqual(user)
  expect((await acting.call(locations.list, {})).data).toMatchObject([{ name: 'Barn' }])
  expect(await acting.refused(userCalls.list, {})).toMatchObject({ status: 403 })
  expect(await hand.call(auth.user, {})).not.toHaveProperty('acting_for')
  const [own] = await hand.call(me.sessions, {}).then(all => all.filter(({ is_acting }) => is_acting))
  expect(own).toMatchObject({ is_current: false })
})

test('personal calls stay closed to an admin who acts', async () => {
  const { acting } = await actingAs(await (await company()).worker())
  const calls: [Parameters<Person['refused']>[0], Record<string, unknown>][] = [
    [auth.changePassword, { current_password: password, password: 'nine patient donkeys' }],
    [auth.changeEmail, { email: 'other@example.test' }],
    [auth.reauthenticate, { password }],
    [auth.acceptPrivacy, { version: 1 }],
    [auth.sendConfirmation, {}],
    [auth.deviceKey, {}],
    [me.export, {}],
    [me.remove, {}],
    [me.startTwoFactor, {}],
    [me.confirmTwoFactor, { code: '123456' }],
    [me.renewRecoveryCodes, {}],
    [me.endTwoFactor, {}],
    [me.endSession, { id: 1 }],
    [me.endOtherSessions, {}],
  ]
  for (const [call, input] of calls)
    expect(await acting.refused(call, input), call.path).toMatchObject({ status: 403, code: 'not_while_acting' })
})

test('the way back is one call, and the acting is over then', async () => {
  const hand = await (await company()).worker()
  const { boss, acting } = await actingAs(hand)
  const { user, token } = await acting.call(auth.switchBack, {})
  expect(user).toMatchObject({ id: boss.id, role_id: 1000 })
  expect(user).not.toHaveProperty('acting_for')
  expect((await request(auth.user, {}, acting.token)).statusCode).toBe(401)
  expect((await request(userCalls.list, {}, token)).statusCode).toBe(200)
  expect(await hand.call(auth.user, {})).toMatchObject({ id: hand.id })
  expect(await personWith(token, boss).refused(auth.switchBack, {})).toMatchObject({ status: 403 })
})

test('acting ends with the admin’s session, after an hour, and cannot be made longer', async () => {
  const hand = await (await company()).worker()
  const first = await actingAs(hand)
  expect((await request(auth.refresh, {}, first.acting.token)).statusCode).toBe(401)
  const [row] = await platform(db =>
    db
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, hashToken(first.acting.token))),
  )
  expect((row?.refreshableUntil.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(3600_000)
  await first.boss.call(auth.logout, {})
  expect((await request(auth.user, {}, first.acting.token)).statusCode).toBe(401)

  const second = await actingAs(hand)
  const past = new Date(Date.now() - 1000)
  await platform(db =>
    db
      .update(sessions)
      .set({ tokenExpiresAt: past, refreshableUntil: past })
      .where(eq(sessions.tokenHash, hashToken(second.acting.token))),
  )
  expect(JSON.parse((await request(auth.user, {}, second.acting.token)).body)).toMatchObject({
    code: 'unauthenticated',
  })
})

test('only an admin who just gave the password may, and not as another admin or nobody', async () => {
  const farm = await company()
  const [manager, hand] = [await farm.manager(), await farm.worker()]
  const [one, other] = [await admin(), await admin()]
  expect(await one.refused(auth.switchUser, { id: hand.id })).toMatchObject({ code: 'reauthentication_required' })
  const recent = await recently(one)
  expect(await recent.refused(auth.switchUser, { id: other.id })).toMatchObject({ status: 403, code: 'forbidden' })
  expect(await recent.refused(auth.switchUser, { id: 2_000_000 })).toMatchObject({ status: 404 })
  expect(await recent.refused(auth.switchUser, { id: 'x' })).toMatchObject({ status: 422 })
  for (const person of [await recently(manager), await recently(hand)])
    expect(await person.refused(auth.switchUser, { id: hand.id })).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await request(auth.switchUser, { id: hand.id }, null)).statusCode).toBe(401)
})

test('the audit log names both, and the company’s manager reads it there', async () => {
  const farm = await company()
  const hand = await farm.worker()
  const { boss, acting } = await actingAs(hand)
  await acting.call(auth.logout, {})
  const { data } = await (await farm.manager()).call(auditLog.list, { subject_id: hand.id })
  expect(data).toMatchObject([
    { action: 'session.ended', actor: { id: boss.id, name: null }, acting_for: { id: hand.id, name: hand.name } },
    {
      action: 'session.acting_started',
      actor: { id: boss.id },
      acting_for: null,
      subject_type: 'User',
      subject_name: hand.name,
      company_id: farm.id,
      ip: '127.0.0.1',
    },
  ])
})
