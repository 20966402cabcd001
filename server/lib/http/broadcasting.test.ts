import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { userChannel } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { system } from '#shared/system/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { sessions } from '../../accounts/sessionTable.ts'
import { memberships } from '../../companies/table.ts'
import { submissionCompleted } from '../../submissions/ports.ts'
import { goodAnswers, publishedForm } from '../../test/forms.ts'
import { company, platform } from '../../test/people.ts'
import type { RawClient } from '../../test/pusher/rawClient.ts'
import { address, askFor, listener, socket } from '../../test/sockets.ts'
import { tripsOf } from '../../test/statements.ts'
import { begin } from '../../test/submissions.ts'
import { sendTask } from '../../test/tasks.ts'
import { tend } from '../../test/tend.ts'

const opened: RawClient[] = []
afterEach(() => {
  for (const client of opened.splice(0)) client.disconnect()
})

const keep = async (client: Promise<RawClient>): Promise<RawClient> => {
  opened.push(await client)
  return client
}

const overSocket = { overSocket: true }

test('a worker hears of a new task over the socket, exactly as the list then shows it', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const phone = await keep(listener(hand, userChannel(hand.id)))
  const sent = await sendTask(boss, hand)

  expect(await phone.nextData('task.assigned')).toEqual(sent)
  expect(await hand.call(system.realtime, {})).toMatchObject({ key: expect.any(String), activity_timeout: 30 })
})

test('people are signed in only to channels that are theirs, under both addresses', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [hand, guest, colleague] = [await farm.worker(), await farm.guest(), await farm.worker()]
  const socketId = await (await keep(socket())).socketId()
  const status = async (channel: string, token?: string, path?: string) =>
    (await askFor(channel, socketId, token, path)).status

  for (const path of ['/broadcasting/auth', '/api/broadcasting/auth'])
    expect(await status(userChannel(hand.id), hand.token, path)).toBe(200)
  expect(await status(`presence-company.${farm.id}`, hand.token)).toBe(200)
  const refused = [
    [userChannel(colleague.id), hand.token],
    [`presence-company.${dairy.id}`, hand.token],
    [`presence-company.${farm.id}`, guest.token],
    ['private-anything', hand.token],
    ['public', hand.token],
  ] as const
  for (const [channel, token] of refused) expect(await status(channel, token), channel).toBe(403)
  expect(await status(userChannel(hand.id))).toBe(401)
  const invented = await askFor(userChannel(hand.id), '1.1:private-anything', hand.token)
  expect(invented.status).toBe(400)
  expect(await invented.json()).toMatchObject({ code: 'malformed' })
})

test('access lost during a session ends at once, and an older signature is worth nothing', async () => {
  const farm = await company()
  const hand = await farm.worker()
  const channel = userChannel(hand.id)
  const phone = await keep(socket())
  const socketId = await phone.socketId()
  const before = (await (await askFor(channel, socketId, hand.token)).json()) as object
  const { realtime } = (await tend()).services
  const { authorize } = realtime
  // Between the question whether they may and the grant.
  realtime.authorize = async input => {
    await platform(db => db.delete(sessions).where(eq(sessions.userId, hand.id)))
    await realtime.revoke({ userId: hand.id, channel })
    await realtime.caughtUp()
    return authorize(input)
  }
  try {
    expect((await askFor(channel, socketId, hand.token)).status).toBe(401)
  } finally {
    realtime.authorize = authorize
  }
  await realtime.caughtUp()
  phone.send({ event: 'pusher:subscribe', data: { channel, ...before } })

  expect(await phone.nextData('pusher:subscription_error')).toMatchObject({ status: 401 })
})

test('somebody enters by two trips, authentication and permission, and not once they are out', async () => {
  const farm = await company()
  const [hand, other] = [await farm.worker(), await farm.worker()]
  const channel = `presence-company.${farm.id}`
  const sockets = new Map<typeof hand, string>()
  for (const person of [hand, other]) sockets.set(person, await (await keep(socket())).socketId())
  const ask = async (person: typeof hand, wanted = channel) =>
    (await askFor(wanted, sockets.get(person) ?? '', person.token)).status
  for (const person of [hand, other]) expect(await ask(person)).toBe(200)
  const authentication = expect.stringContaining('from "sessions"')
  const may = [expect.stringContaining('set_config'), expect.stringContaining('from "users"')]
  expect(await tripsOf(() => ask(hand), overSocket)).toEqual([[authentication], may])
  // Where the identity says that they may, nothing else is asked.
  expect(await tripsOf(() => ask(hand, userChannel(hand.id)), overSocket)).toEqual([[authentication]])
  await platform(async db => {
    await db.delete(sessions).where(eq(sessions.userId, hand.id))
    await db.update(memberships).set({ frozenAt: new Date() }).where(eq(memberships.userId, other.id))
  })
  for (const wanted of [channel, userChannel(hand.id)]) expect(await ask(hand, wanted)).toBe(401)
  expect(await ask(other)).toBe(403)
})

test('permission is checked again after any revocation, and when the socket is elsewhere', async () => {
  const farm = await company()
  const [hand, other] = [await farm.worker(), await farm.worker()]
  const channel = `presence-company.${farm.id}`
  const socketId = await (await keep(socket())).socketId()
  const ask = async (at = socketId) => (await askFor(channel, at, hand.token)).status
  expect(await ask()).toBe(200)
  expect(await tripsOf(() => ask('1.1'), overSocket)).toHaveLength(5)
  const { realtime } = (await tend()).services
  const { authorize } = realtime
  realtime.authorize = async input => {
    await realtime.revoke({ userId: other.id, channel })
    await realtime.caughtUp()
    return authorize(input)
  }
  try {
    const trips = (await tripsOf(ask, overSocket)).flat().filter(text => text.includes('from "sessions"'))
    expect(trips).toHaveLength(2)
  } finally {
    realtime.authorize = authorize
  }
})

test('people sign in on a socket as themselves, under both addresses', async () => {
  const farm = await company()
  const hand = await farm.worker()
  const phone = await keep(socket())
  const ask = async (path: string, token?: string, socketId?: string) =>
    fetch(`${await address()}${path}`, {
      method: 'POST',
      headers: token ? { authorization: `Bearer ${token}` } : {},
      body: new URLSearchParams({ socket_id: socketId ?? (await phone.socketId()) }),
    })
  for (const path of ['/broadcasting/user-auth', '/api/broadcasting/user-auth']) {
    expect((await ask(path)).status).toBe(401)
    expect((await ask(path, hand.token, '1.1:private-a')).status).toBe(400)
    phone.send({ event: 'pusher:signin', data: await (await ask(path, hand.token)).json() })
    expect(await phone.nextData('pusher:signin_success')).toEqual({ user_data: `{"id":"${hand.id}"}` })
  }
  await hand.call(auth.logout, {})
  expect(await phone.closed).toBe(4009)
})

test('signing out closes the socket of that session at once, and leaves the other one open', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const channel = userChannel(hand.id)
  const [phone, desk] = [await keep(listener(hand, channel)), await keep(listener(boss, userChannel(boss.id)))]
  const before = Date.now()
  await hand.call(auth.logout, {})

  expect(await phone.closed).toBe(4009)
  expect(Date.now() - before).toBeLessThan(1000)
  expect((await askFor(channel, await desk.socketId(), hand.token)).status).toBe(401)
  const sent = await sendTask(boss, boss)
  expect(await desk.nextData('task.assigned')).toMatchObject({ id: sent.id })
})

test('a session that moves to another company is out of the channels of the first', async () => {
  const farm = await company()
  const [hand, colleague] = [await farm.worker(), await farm.worker()]
  const channel = `presence-company.${farm.id}`
  const [phone, desk] = [await keep(listener(hand, channel)), await keep(listener(colleague, channel))]
  await hand.call(auth.updateUser, { company_id: farm.id })

  expect(await phone.closed).toBe(4009)
  expect(await desk.nextData('pusher_internal:member_removed')).toEqual({ user_id: String(hand.id) })
})

test('nobody hears of what in the end did not happen', async () => {
  const farm = await company()
  const [boss, anna] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const sent = await sendTask(boss, anna, { form_id: form.id })
  const draft = await begin(anna, form, { task_sent_id: sent.id })
  const phone = await keep(listener(anna, userChannel(anna.id)))
  const { listeners } = (await tend()).services
  const reactions = listeners.get(submissionCompleted) ?? []
  // Fails when the end of the task is on its way to her phone already.
  const fail = async () => {
    throw new Problem('unavailable')
  }
  listeners.set(submissionCompleted, [...reactions, fail])
  try {
    const completion = { id: draft.id, answers: goodAnswers }
    expect(await anna.refused(submissions.complete, completion)).toMatchObject({ status: 503 })
  } finally {
    listeners.set(submissionCompleted, reactions)
  }

  expect(await phone.rest()).toEqual([])
  expect((await anna.call(tasks.sent, {})).data).toMatchObject([{ is_completed: false }])
  expect((await anna.call(submissions.get, { id: draft.id })).status).toBe('draft')
})
