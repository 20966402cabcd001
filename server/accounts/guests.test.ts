import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { memberships } from '../companies/table.ts'
import { company, personWith, platform, request } from '../test/people.ts'
import { tend } from '../test/tend.ts'
import { endGuests } from './jobs.ts'
import { sessions } from './sessionTable.ts'
import { users } from './table.ts'

async function withGuestCompany<T>(id: number, work: () => Promise<T>): Promise<T> {
  const { config } = (await tend()).services
  config.guestCompanyId = id
  try {
    return await work()
  } finally {
    config.guestCompanyId = undefined
  }
}

async function signInAsGuest(from = '10.8.0.1') {
  const answer = await request(auth.loginGuest, { language_id: 3 }, null, { from })
  return { status: answer.statusCode, ...JSON.parse(answer.body) }
}

test('a stranger looks around as a guest of their own, in the company that the settings name', async () => {
  const farm = await company()
  await withGuestCompany(farm.id, async () => {
    expect(JSON.parse((await request(auth.options, {}, null)).body).data.guest_login).toBe(true)
    const [one, other] = [await signInAsGuest(), await signInAsGuest()]
    expect(one).toMatchObject({
      status: 200,
      data: { user: { name: 'Gast', email: null, role_id: 4000, company_id: farm.id, language_id: 3 } },
    })
    expect(other.data.user.id).not.toBe(one.data.user.id)
    const guest = personWith(one.data.token, { id: one.data.user.id, name: 'Gast', email: '' })
    for (const call of [locations.list, companies.members])
      expect(await guest.refused(call, { id: farm.id }), call.path).toMatchObject({ status: 403 })
    expect(await guest.refused(auth.reauthenticate, { password: 'anything at all' })).toMatchObject({ status: 422 })
  })
})

test('nobody makes a guest of a day something else, who would be outside the limits of the plan', async () => {
  const farm = await company()
  const { data } = await withGuestCompany(farm.id, () => signInAsGuest('10.8.0.3'))
  const ref = { id: farm.id, user_id: data.user.id }
  const boss = await farm.manager()
  expect(await boss.refused(companies.changeRole, { ...ref, role_id: 2000 })).toMatchObject({ status: 404 })
  expect(await boss.refused(companies.handOver, ref)).toMatchObject({ status: 404 })
})

test('a guest’s day ends: the session with it, and then the account', async () => {
  const farm = await company()
  const { data } = await withGuestCompany(farm.id, () => signInAsGuest('10.8.0.2'))
  const { id } = data.user
  const [session] = await platform(db => db.select().from(sessions).where(eq(sessions.userId, id)))
  expect((session?.refreshableUntil.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(24 * 3600_000)
  const { services } = await tend()
  const work = () => platform(db => endGuests.work({}, { db, services })).then(afterwards => afterwards?.())
  await work()
  expect((await request(auth.user, {}, data.token)).statusCode).toBe(200)
  await platform(db =>
    db
      .update(users)
      .set({ guestUntil: new Date(Date.now() - 1000) })
      .where(eq(users.id, id)),
  )
  await work()
  expect((await request(auth.user, {}, data.token)).statusCode).toBe(401)
  const [user] = await platform(db => db.select().from(users).where(eq(users.id, id)))
  const [membership] = await platform(db => db.select().from(memberships).where(eq(memberships.userId, id)))
  expect([user?.archivedAt, membership?.endedAt]).toEqual([expect.any(Date), expect.any(Date)])
})

test('without a company there is no guest login, and not too often from one place', async () => {
  expect(await signInAsGuest()).toMatchObject({ status: 403, code: 'guest_login_off' })
  await withGuestCompany(2_000_000, async () =>
    expect(await signInAsGuest()).toMatchObject({ status: 403, code: 'guest_login_off' }),
  )
  const farm = await company()
  await withGuestCompany(farm.id, async () => {
    const answers = []
    for (let round = 0; round < 32; round++) answers.push((await signInAsGuest('10.8.8.8')).status)
    expect(answers.slice(0, 30).every(status => status === 200)).toBe(true)
    expect(answers.slice(30)).toEqual([429, 429])
  })
})
