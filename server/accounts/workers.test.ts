import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { me } from '#shared/accounts/me.ts'
import { workers } from '#shared/accounts/workers.ts'
import { companies as companyCalls } from '#shared/companies/contract.ts'
import { companies } from '../companies/table.ts'
import { company, type Person, personWith, platform, request, type TestCompany } from '../test/people.ts'
import { enrolments } from './sessionTable.ts'

const pin = '284619'
let made = 0

async function send(
  call: typeof workers.enrol | typeof workers.loginPin | typeof workers.describeOffer,
  input: object,
) {
  const { statusCode, body } = await request(call, input, null)
  return { status: statusCode, ...JSON.parse(body) }
}

/** A worker without e-mail, and the offer to connect a phone. */
async function withOffer(farm: TestCompany, boss: Person) {
  const worker = await boss.call(workers.create, { id: farm.id, name: 'Juan', user_name: `juan.${++made}` })
  const offer = await boss.call(workers.offer, { id: farm.id, user_id: worker.id })
  return { worker, ...offer }
}

/** The same, on a phone with a PIN. */
async function withPhone(farm: TestCompany, boss: Person) {
  const { worker, token } = await withOffer(farm, boss)
  const { data } = await send(workers.enrol, { token, pin, time_zone: 'Europe/Madrid' })
  return {
    worker,
    device: data.device as string,
    juan: personWith(data.token, { id: worker.id, name: 'Juan', email: '' }),
  }
}

async function farmWithBoss() {
  const farm = await company()
  return { farm, boss: await farm.manager() }
}

test('a worker without e-mail connects the own phone by QR code and signs in with a PIN there', async () => {
  const { farm, boss } = await farmWithBoss()
  const { worker, token, address } = await withOffer(farm, boss)
  expect(worker).toMatchObject({ name: 'Juan', role_id: 3000 })
  expect(address).toMatch(new RegExp(`/auth/enrol/${token}$`))
  expect(await send(workers.describeOffer, { token })).toMatchObject({
    status: 200,
    data: { name: 'Juan', user_name: worker.user_name, company_name: expect.any(String) },
  })
  const enrolled = await send(workers.enrol, { token, pin, time_zone: 'Europe/Madrid' })
  expect(enrolled).toMatchObject({
    status: 200,
    data: {
      user: {
        id: worker.id,
        email: null,
        user_name: worker.user_name,
        company_id: farm.id,
        time_zone: 'Europe/Madrid',
      },
    },
  })
  const again = await send(workers.loginPin, { device: enrolled.data.device, pin })
  expect(again).toMatchObject({ status: 200, data: { user: { id: worker.id } } })
  expect(await boss.call(workers.phones, { id: farm.id, user_id: worker.id })).toMatchObject([
    { enrolled_at: expect.any(String), last_used_at: expect.any(String) },
  ])
})

test('a QR code works once within fifteen minutes, and a newer one makes it void', async () => {
  const { farm, boss } = await farmWithBoss()
  const { worker, token, expires_at } = await withOffer(farm, boss)
  expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(15 * 60_000)
  const both = await Promise.all([1, 2].map(() => send(workers.enrol, { token, pin })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
  expect(await send(workers.describeOffer, { token })).toMatchObject({ status: 410, code: 'link_used' })

  const offer = () => boss.call(workers.offer, { id: farm.id, user_id: worker.id })
  const [older, newer] = [await offer(), await offer()]
  expect(await send(workers.enrol, { token: older.token, pin })).toMatchObject({ status: 410, code: 'link_used' })
  await platform(db =>
    db.update(enrolments).set({ offerExpiresAt: new Date() }).where(eq(enrolments.userId, worker.id)),
  )
  expect(await send(workers.enrol, { token: newer.token, pin })).toMatchObject({ status: 410, code: 'link_expired' })
  expect(await send(workers.describeOffer, { token: 'nonsense' })).toMatchObject({ status: 404 })
})

test('a printed card works once within seven days, and makes the code on the screen void', async () => {
  const { farm, boss } = await farmWithBoss()
  const { worker, token } = await withOffer(farm, boss)
  const card = await boss.call(workers.offer, { id: farm.id, user_id: worker.id, printed: true })
  const left = Date.parse(card.expires_at) - Date.now()
  expect(left).toBeGreaterThan(7 * 24 * 3600_000 - 60_000)
  expect(left).toBeLessThanOrEqual(7 * 24 * 3600_000)
  expect(await send(workers.enrol, { token, pin })).toMatchObject({ status: 410, code: 'link_used' })
  expect(await send(workers.enrol, { token: card.token, pin })).toMatchObject({ status: 200 })
  expect(await send(workers.enrol, { token: card.token, pin })).toMatchObject({ status: 410, code: 'link_used' })
})

test('of QR codes that are made at once only one is good', async () => {
  const { farm, boss } = await farmWithBoss()
  const { worker } = await withOffer(farm, boss)
  const offers = await Promise.all(
    Array.from({ length: 6 }, () => boss.call(workers.offer, { id: farm.id, user_id: worker.id })),
  )
  const answers = await Promise.all(offers.map(({ token }) => send(workers.enrol, { token, pin })))

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410, 410])
  expect(await boss.call(workers.phones, { id: farm.id, user_id: worker.id })).toHaveLength(1)
})

test('a PIN has six digits at least, and is none that everybody tries first', async () => {
  const { farm, boss } = await farmWithBoss()
  const { token } = await withOffer(farm, boss)
  for (const bad of ['12345', 'abcdef', '1111111', '123456', '987654', '28461x'])
    expect(await send(workers.enrol, { token, pin: bad }), bad).toMatchObject({
      status: 422,
      errors: { pin: [expect.any(String)] },
    })
  expect(await send(workers.enrol, { token, pin })).toMatchObject({ status: 200 })
})

test('five wrong PINs end the phone, also at once; a right one restarts the count', async () => {
  const { farm, boss } = await farmWithBoss()
  const { worker, device, juan } = await withPhone(farm, boss)
  const attempt = (secret: string) => send(workers.loginPin, { device, pin: secret })
  for (const left of [4, 3, 2, 1])
    expect(await attempt('000001')).toMatchObject({ status: 422, code: 'wrong_pin', data: { tries_left: left } })
  expect((await attempt(pin)).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 12 }, () => attempt('000001')))
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(4)
  expect(answers.filter(({ code }) => code === 'enrolment_ended')).toHaveLength(8)
  expect(await attempt(pin)).toMatchObject({ status: 410, code: 'enrolment_ended' })
  expect((await request(auth.user, {}, juan.token)).statusCode).toBe(401)
  expect(await boss.call(workers.phones, { id: farm.id, user_id: worker.id })).toEqual([])
})

test('a phone has one session at a time: a new one by PIN ends what was handed over offline', async () => {
  const { farm, boss } = await farmWithBoss()
  const { device, juan } = await withPhone(farm, boss)
  const now = await send(workers.loginPin, { device, pin })
  expect((await request(auth.user, {}, juan.token)).statusCode).toBe(401)
  expect((await request(auth.user, {}, now.data.token)).statusCode).toBe(200)
})

test('a manager ends a lost phone at once', async () => {
  const { farm, boss } = await farmWithBoss()
  const { worker, device, juan } = await withPhone(farm, boss)
  const [phone] = await boss.call(workers.phones, { id: farm.id, user_id: worker.id })
  const place = { id: farm.id, user_id: worker.id }
  expect(await boss.refused(workers.endPhone, { ...place, enrolment_id: 2_000_000 })).toMatchObject({ status: 404 })
  await boss.call(workers.endPhone, { ...place, enrolment_id: phone?.id ?? 0 })
  expect((await request(auth.user, {}, juan.token)).statusCode).toBe(401)
  expect(await send(workers.loginPin, { device, pin })).toMatchObject({ status: 410 })
})

test('where the password is asked for again, the PIN is', async () => {
  const { farm, boss } = await farmWithBoss()
  const { juan } = await withPhone(farm, boss)
  expect(await juan.refused(auth.reauthenticate, { password: '000001' })).toMatchObject({ code: 'wrong_pin' })
  const { token } = await juan.call(auth.reauthenticate, { password: pin })
  await personWith(token, juan).call(me.remove, {})
  expect((await request(auth.user, {}, token)).statusCode).toBe(401)
})

test('a phone and its PIN are two factors already', async () => {
  const { farm, boss } = await farmWithBoss()
  const { juan } = await withPhone(farm, boss)
  await platform(db => db.update(companies).set({ twoFactorRequired: true }).where(eq(companies.id, farm.id)))
  expect(await juan.call(auth.user, {})).toMatchObject({ two_factor_due: false })
  expect((await juan.send(companyCalls.members, { id: farm.id })).statusCode).toBe(200)
})

test('only the company’s managers make such accounts, only with a free name, and never above themselves', async () => {
  const { farm, boss } = await farmWithBoss()
  const [hand, guest] = [await farm.worker(), await farm.guest()]
  const other = await company()
  const [rival, otherWorker] = [await other.manager(), await withOffer(other, await other.manager())]
  const draft = { id: farm.id, name: 'Juan', user_name: 'Juan' }
  for (const person of [hand, guest]) expect(await person.refused(workers.create, draft)).toMatchObject({ status: 403 })
  expect(await rival.refused(workers.create, draft)).toMatchObject({ status: 404 })
  await boss.call(workers.create, draft)
  expect(await boss.refused(workers.create, { ...draft, user_name: 'JUAN' })).toMatchObject({
    status: 422,
    errors: { user_name: [expect.any(String)] },
  })
  await rival.call(workers.create, { ...draft, id: other.id })
  expect(await boss.refused(workers.create, { ...draft, user_name: 'no spaces', role_id: 1000 })).toMatchObject({
    status: 422,
    errors: { user_name: [expect.any(String)], role_id: [expect.any(String)] },
  })
  for (const call of [workers.offer, workers.phones]) {
    expect(await boss.refused(call, { id: other.id, user_id: otherWorker.worker.id })).toMatchObject({ status: 404 })
    expect(await boss.refused(call, { id: farm.id, user_id: otherWorker.worker.id })).toMatchObject({ status: 404 })
    // Somebody with an address signs in with it.
    expect(await boss.refused(call, { id: farm.id, user_id: hand.id })).toMatchObject({ status: 404 })
  }
})
