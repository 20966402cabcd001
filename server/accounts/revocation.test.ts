/** What ends a session ends it within a second: on REST, on sockets, on files. */
import { afterEach, expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { me } from '#shared/accounts/me.ts'
import { users } from '#shared/accounts/users.ts'
import { workers } from '#shared/accounts/workers.ts'
import { userChannel } from '#shared/lib/contract.ts'
import { password, recently, signInWith, withPassword } from '../test/accounts.ts'
import { admin, company, type Person, personWith, request } from '../test/people.ts'
import type { RawClient } from '../test/pusher/rawClient.ts'
import { listener } from '../test/sockets.ts'
import { tend } from '../test/tend.ts'

const open: RawClient[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})

const cookieIn = (headers: object) =>
  [(headers as { 'set-cookie'?: string[] })['set-cookie'] ?? []].flat().find(one => one.startsWith('tend_storage=')) ??
  ''

/** Somebody on another device, with a socket and the cookie for files. */
async function onAnotherDevice(person: Person) {
  const { data, headers } = await signInWith(person.email, password)
  const socket = await listener({ token: data.token }, userChannel(person.id))
  open.push(socket)
  const cookie = cookieIn(headers).split(';')[0] ?? ''
  const { app } = await tend()
  /** 404 while the cookie is good, for there is no such file; 401 afterwards. */
  const file = async () => (await app.inject({ url: '/storage/1/nothing.jpg', headers: { cookie } })).statusCode
  expect(await file()).toBe(404)
  return {
    ended: async () => {
      const before = Date.now()
      expect(await socket.closed).toBe(4009)
      expect(Date.now() - before).toBeLessThan(1000)
      expect((await request(auth.user, {}, data.token)).statusCode).toBe(401)
      expect(await file()).toBe(401)
    },
    token: data.token,
  }
}

test('changing the password ends the other devices', async () => {
  const hand = await withPassword(await (await company()).worker())
  const away = await onAnotherDevice(hand)
  await hand.call(auth.changePassword, { current_password: password, password: 'nine patient donkeys' })
  await away.ended()
})

test('so do ending them in the profile, and deleting the account', async () => {
  const hand = await withPassword(await (await company()).worker())
  const first = await onAnotherDevice(hand)
  await hand.call(me.endOtherSessions, {})
  await first.ended()
  const second = await onAnotherDevice(hand)
  await (await recently(hand)).call(me.remove, {})
  await second.ended()
})

test('so does an admin who removes somebody', async () => {
  const hand = await withPassword(await (await company()).worker())
  const away = await onAnotherDevice(hand)
  await (await recently(await admin())).call(users.remove, { id: hand.id })
  await away.ended()
})

test('an admin who acts as somebody is out as soon as the admin’s own session ends', async () => {
  const hand = await (await company()).worker()
  const boss = await recently(await admin())
  const { token } = await boss.call(auth.switchUser, { id: hand.id })
  const socket = await listener({ token }, userChannel(hand.id))
  open.push(socket)
  await boss.call(auth.logout, {})
  expect(await socket.closed).toBe(4009)
  expect((await request(auth.user, {}, token)).statusCode).toBe(401)
})

test('a worker’s phone is out as soon as it is ended, or the worker has an address', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const worker = await boss.call(workers.create, { id: farm.id, name: 'Juan', user_name: 'juan' })
  const place = { id: farm.id, user_id: worker.id }
  const { token: offer } = await boss.call(workers.offer, place)
  const { data } = JSON.parse((await request(workers.enrol, { token: offer, pin: '284619' }, null)).body)
  const juan = personWith(data.token, { id: worker.id, name: 'Juan', email: '' })
  const socket = await listener(juan, userChannel(juan.id))
  open.push(socket)
  const [phone] = await boss.call(workers.phones, place)
  await boss.call(workers.endPhone, { ...place, enrolment_id: phone?.id ?? 0 })
  expect(await socket.closed).toBe(4009)

  const { token: second } = await boss.call(workers.offer, place)
  const again = JSON.parse((await request(workers.enrol, { token: second, pin: '284619' }, null)).body).data.token
  const other = await listener({ token: again }, userChannel(juan.id))
  open.push(other)
  await (await recently(await admin())).call(users.update, { id: juan.id, email: 'juan-has-one@example.test' })
  expect(await other.closed).toBe(4009)
  expect((await request(auth.user, {}, again)).statusCode).toBe(401)
})
