import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { roles } from '#shared/companies/roles.ts'
import { locations } from '#shared/locations/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { storageCookie, storageCookieValue } from '../accounts/identity.ts'
import { sessions, workerAccounts } from '../accounts/sessionTable.ts'
import { atOnce } from '../test/atOnce.ts'
import { publishedForm } from '../test/forms.ts'
import { mailsTo } from '../test/mails.ts'
import { admin, belongs, company, platform, request } from '../test/people.ts'
import { askFor, listener } from '../test/sockets.ts'
import { attach, begin } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'

test('managers and workers see who works in the company; guests and others do not', async () => {
  const farm = await company()
  const [boss, hand, guest] = [await farm.manager(), await farm.worker(), await farm.guest()]
  const other = await (await company()).manager()
  const { data, meta } = await hand.call(companies.members, { id: farm.id })

  expect(meta.total).toBe(3)
  expect(data).toContainEqual({
    id: boss.id,
    name: boss.name,
    email: boss.email,
    user_name: null,
    avatar: null,
    role_id: 2000,
    role_name: null,
    joined_at: expect.any(String),
    frozen_at: null,
    reach: null,
    changeable: true,
  })
  expect((await boss.call(companies.members, { id: farm.id, role_id: 4000 })).data).toMatchObject([{ id: guest.id }])
  expect((await boss.call(companies.members, { id: farm.id, search: hand.name })).data).toMatchObject([{ id: hand.id }])
  expect(await guest.refused(companies.members, { id: farm.id })).toMatchObject({ status: 403 })
  expect(await other.refused(companies.members, { id: farm.id })).toMatchObject({ status: 404 })
})

test('neither frozen people nor guests can be chosen, and for tasks only roles that complete them', async () => {
  const farm = await company()
  const [boss, hand, away] = [await farm.manager(), await farm.worker(), await farm.worker()]
  await farm.guest()
  await boss.call(companies.freeze, { id: farm.id, user_id: away.id })
  const office = await boss.call(roles.create, {
    name: 'Office',
    standing: 'below_employee',
    rules: [{ action: ['read'], subject: 'Form' }],
  })
  const clerk = await farm.worker()
  await boss.call(companies.changeRole, { id: farm.id, user_id: clerk.id, role_id: office.id })
  const offered = async (offered_for: 'work' | 'tasks') =>
    (await boss.call(companies.members, { id: farm.id, offered_for, sort: 'name' })).data.map(({ id }) => id)

  expect(new Set(await offered('work'))).toEqual(new Set([boss.id, hand.id, clerk.id]))
  expect(new Set(await offered('tasks'))).toEqual(new Set([boss.id, hand.id]))
  expect((await boss.call(companies.members, { id: farm.id })).meta.total).toBe(5)
})

test('one member is read by people who may list members, and never across companies or after leaving', async () => {
  const farm = await company()
  const [boss, hand, guest] = [await farm.manager(), await farm.worker(), await farm.guest()]
  const other = await (await company()).manager()
  const ref = { id: farm.id, user_id: boss.id }
  const { data } = await hand.call(companies.members, { id: farm.id, search: boss.name })

  expect(await hand.call(companies.member, ref)).toEqual(data[0])
  expect(await (await admin()).call(companies.member, ref)).toEqual(data[0])
  expect(await guest.refused(companies.member, ref)).toMatchObject({ status: 403 })
  expect(await other.refused(companies.member, ref)).toMatchObject({ status: 404 })
  expect(await hand.refused(companies.member, { ...ref, user_id: other.id })).toMatchObject({ status: 404 })
  expect(await hand.refused(companies.member, { ...ref, user_id: 'boss' })).toMatchObject({
    status: 422,
    errors: { user_id: [expect.any(String)] },
  })
  await boss.call(companies.removeMember, { id: farm.id, user_id: guest.id })
  expect(await hand.refused(companies.member, { id: farm.id, user_id: guest.id })).toMatchObject({ status: 404 })
})

test('a new role holds at once in the sessions that live, and the person is told', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const barn = { name: 'Barn', type: 'barn' } as const

  expect(await hand.refused(locations.create, barn)).toMatchObject({ status: 403 })
  const ref = { id: farm.id, user_id: hand.id }
  expect(await boss.call(companies.changeRole, { ...ref, role_id: 2000 })).toMatchObject({ role_id: 2000 })
  expect(await hand.call(locations.create, barn)).toMatchObject({ name: 'Barn' })
  expect(await hand.heard('abilities.changed')).toEqual([{ company_id: farm.id }])
  expect(await boss.heard('abilities.changed')).toEqual([])
  await hand.call(companies.changeRole, { id: farm.id, user_id: boss.id, role_id: 3000 })
  expect(await boss.refused(locations.create, barn)).toMatchObject({ status: 403 })
  expect(await boss.refused(companies.changeRole, { ...ref, role_id: 4000 })).toMatchObject({ status: 403 })
})

test('roles are changed by managers of the company only, and to roles that there are', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await dairy.manager()]
  const ref = { id: farm.id, user_id: hand.id }

  for (const role_id of [999, 1000, 2500, 4001])
    expect(await boss.refused(companies.changeRole, { ...ref, role_id })).toMatchObject({ status: 422 })
  expect(await hand.refused(companies.changeRole, { ...ref, role_id: 2000 })).toMatchObject({ status: 403 })
  for (const id of [farm.id, dairy.id])
    for (const refusal of [
      await other.refused(companies.changeRole, { id, user_id: hand.id, role_id: 4000 }),
      await other.refused(companies.removeMember, { id, user_id: hand.id }),
      await other.refused(companies.freeze, { id, user_id: hand.id }),
      await other.refused(companies.thaw, { id, user_id: hand.id }),
    ])
      expect(refusal).toMatchObject({ status: 404, code: 'not_found' })
  expect(await boss.refused(companies.removeMember, { id: farm.id, user_id: other.id })).toMatchObject({ status: 404 })
})

test('somebody who is removed has no access within a second, on REST, sockets and files, and gets a mail', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const { path } = await attach(hand, await begin(hand, form))
  const { app } = await tend()
  const login = await app.inject({
    method: 'GET',
    url: `/storage/${path}`,
    headers: { cookie: await cookieOf(hand.id) },
  })
  expect(login.statusCode).toBe(200)

  const channel = `presence-company.${farm.id}`
  const socket = await listener(hand, channel)

  const removedAt = Date.now()
  await boss.call(companies.removeMember, { id: farm.id, user_id: hand.id })
  await socket.next('pusher:subscription_error')
  expect(Date.now() - removedAt).toBeLessThan(1000)
  socket.disconnect()
  expect(await hand.call(auth.user, {})).toMatchObject({ hasCompany: false, company_id: null })
  expect(await hand.refused(tasks.sent, {})).toMatchObject({ status: 403 })
  expect(await hand.refused(companies.get, { id: farm.id })).toMatchObject({ status: 404 })
  const file = await app.inject({
    method: 'GET',
    url: `/storage/${path}`,
    headers: { cookie: await cookieOf(hand.id) },
  })
  expect(file.statusCode).toBe(404)
  const again = await askFor(channel, '1.1', hand.token)
  expect(again.status).toBe(403)
  await expect.poll(async () => (await mailsTo(hand.email)).length).toBe(1)
  expect((await mailsTo(hand.email))[0]?.subject).toContain((await boss.call(companies.get, { id: farm.id })).name)
  expect((await boss.call(companies.members, { id: farm.id })).data.map(({ id }) => id)).toEqual([boss.id])
})

test('the last manager can neither leave nor be demoted, removed or frozen, not even by an admin', async () => {
  const farm = await company()
  const [boss, hand, platformAdmin] = [await farm.manager(), await farm.worker(), await admin()]
  const ref = { id: farm.id, user_id: boss.id }

  for (const person of [boss, platformAdmin]) {
    for (const refusal of [
      await person.refused(companies.changeRole, { ...ref, role_id: 3000 }),
      await person.refused(companies.removeMember, ref),
      await person.refused(companies.freeze, ref),
    ])
      expect(refusal).toMatchObject({ status: 409, code: 'last_manager' })
  }
  expect(await boss.refused(companies.quit, { id: farm.id })).toMatchObject({ status: 409, code: 'last_manager' })
  await boss.call(companies.changeRole, { id: farm.id, user_id: hand.id, role_id: 2000 })
  await boss.call(companies.freeze, { id: farm.id, user_id: hand.id })
  expect(await boss.refused(companies.quit, { id: farm.id })).toMatchObject({ code: 'last_manager' })
  await boss.call(companies.thaw, { id: farm.id, user_id: hand.id })
  await boss.call(companies.quit, { id: farm.id })
  expect(await boss.call(auth.user, {})).toMatchObject({ hasCompany: false })
})

test('of managers who all leave at once, one stays', async () => {
  const farm = await company()
  const managers = await Promise.all([1, 2, 3, 4].map(() => farm.manager()))
  const answers = await atOnce(managers.length, async index => {
    const person = managers[index]
    if (!person) throw new Error('There is one call for each.')
    return (await person.send(companies.quit, { id: farm.id })).statusCode
  })

  expect(answers.toSorted()).toEqual([200, 200, 200, 409])
})

test('a manager hands the company over and becomes a worker', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const other = await (await company()).worker()

  expect(await hand.refused(companies.handOver, { id: farm.id, user_id: boss.id })).toMatchObject({ status: 403 })
  expect(await boss.refused(companies.handOver, { id: farm.id, user_id: boss.id })).toMatchObject({ status: 422 })
  expect(await boss.refused(companies.handOver, { id: farm.id, user_id: other.id })).toMatchObject({ status: 404 })
  expect(await boss.call(companies.handOver, { id: farm.id, user_id: hand.id })).toMatchObject({
    id: hand.id,
    role_id: 2000,
  })
  expect(await boss.call(auth.user, {})).toMatchObject({ role_id: 3000 })
})

test('a seasonal worker is frozen: no access, nothing lost, no new tasks; and thawed again', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const ref = { id: farm.id, user_id: hand.id }
  const task = { title: 'Count', assignees: [{ user_id: hand.id }] }
  await boss.call(tasks.create, task)
  const frozen = await boss.call(companies.freeze, ref)

  expect(frozen.frozen_at).toEqual(expect.any(String))
  expect(await boss.call(companies.freeze, ref)).toEqual(frozen)
  expect(await hand.call(auth.user, {})).toMatchObject({ hasCompany: false, company_id: null })
  expect((await hand.call(companies.list, {})).data).toEqual([])
  expect(await hand.refused(auth.updateUser, { company_id: farm.id })).toMatchObject({ status: 404 })
  expect(await boss.refused(tasks.create, task)).toMatchObject({ status: 422 })
  expect((await boss.call(companies.members, { id: farm.id, state: 'frozen' })).data).toMatchObject([{ id: hand.id }])
  expect((await boss.call(companies.members, { id: farm.id, state: 'active' })).data).toMatchObject([{ id: boss.id }])
  expect((await boss.call(tasks.company, { id: farm.id })).data).toMatchObject([{ user_id: hand.id }])

  expect(await boss.call(companies.thaw, ref)).toMatchObject({ frozen_at: null, role_id: 3000 })
  expect((await hand.call(tasks.sent, {})).data).toMatchObject([{ title: 'Count' }])
})

test('somebody leaves, and loses nothing but that company', async () => {
  const [farm, dairy] = [await company(), await company()]
  const hand = await farm.worker()
  await farm.manager()
  await belongs(hand, dairy.id, 3000)

  expect((await hand.call(companies.list, {})).meta.total).toBe(2)
  await hand.call(companies.quit, { id: farm.id })
  expect((await hand.call(companies.list, {})).data).toMatchObject([{ id: dairy.id }])
  expect(await hand.refused(companies.quit, { id: farm.id })).toMatchObject({ status: 404 })
  expect(await hand.call(auth.updateUser, { company_id: dairy.id })).toMatchObject({ company_id: dairy.id })
})

test('a worker without e-mail stays in the one company', async () => {
  const [farm, dairy] = [await company(), await company()]
  const hand = await farm.worker()
  await platform(db => db.insert(workerAccounts).values({ companyId: farm.id, userId: hand.id, userName: 'hand' }))
  const add = { id: dairy.id, user_id: hand.id, role_id: 3000 }
  expect(await (await admin()).refused(invites.addMember, add)).toMatchObject({ status: 403 })
  const draft = { name: 'Mine', country_id: 348, language_id: 1, time_zone: 'UTC' }
  expect(await hand.refused(companies.create, draft)).toMatchObject({ status: 403 })
})

test('a manager lets a link for a new password be mailed, and never chooses one for somebody', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await (await company()).manager()]
  const ref = { id: farm.id, user_id: hand.id }

  expect(await boss.call(companies.resetPassword, ref)).toEqual({ path: null })
  await expect.poll(async () => (await mailsTo(hand.email)).length).toBe(1)
  expect((await mailsTo(hand.email))[0]?.body).toMatch(/\/auth\/reset-password\/[\w-]{22,}\//)
  expect(await hand.refused(companies.resetPassword, ref)).toMatchObject({ status: 403 })
  expect(await other.refused(companies.resetPassword, ref)).toMatchObject({ status: 404 })
})

test('without signing in there are no companies', async () => {
  for (const call of [companies.list, companies.get, companies.members, companies.create, companies.quit])
    expect((await request(call, { id: 1 }, null)).statusCode, call.path).toBe(401)
})

/** What a browser of this person sends for files. */
async function cookieOf(userId: number): Promise<string> {
  const { services } = await tend()
  const [session] = await platform(db => db.select().from(sessions).where(eq(sessions.userId, userId)))
  return `${storageCookie}=${storageCookieValue(services.serverKey, session?.id ?? 0)}`
}

test('managers do not flood a member with links for a new password', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const ref = { id: farm.id, user_id: hand.id }
  for (let round = 0; round < 5; round++) await boss.call(companies.resetPassword, ref)
  expect(await (await farm.manager()).refused(companies.resetPassword, ref)).toMatchObject({ status: 429 })
})
