import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Echo from 'laravel-echo'
import type { Client } from 'pg'
import PusherSdk from 'pusher'
import Pusher, { type PresenceChannel } from 'pusher-js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connect, emptyDatabase } from '../../test/nodes/nodes.ts'
import { APP, balance, browserOf, type SignedIn, signIn, spawnTend, type TendProcess } from '../../test/nodes/tends.ts'
import { heard } from '../../test/pusher/pusherServer.ts'

let ownerUrl: string
let database: Client
let tends: TendProcess[]
let front: Awaited<ReturnType<typeof balance>>
const closing: (() => void)[] = []

beforeAll(async () => {
  ownerUrl = await emptyDatabase()
  tends = await Promise.all([1, 2, 3].map(() => spawnTend(ownerUrl)))
  front = await balance(tends.map(({ port }) => port))
  database = await connect(ownerUrl)
})
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
afterAll(async () => {
  front?.close()
  await Promise.all(tends?.map(tend => tend.stop()) ?? [])
  await database?.end()
})

/** pusher-js of a person, through all tends in turn or through one. */
function browser(person: SignedIn, port = front.port) {
  const created = browserOf(person, port)
  closing.push(() => created.disconnect())
  return created
}

async function enter(pusher: ReturnType<typeof browser>, name: string) {
  const channel = pusher.subscribe(name) as PresenceChannel
  await heard(channel, 'pusher:subscription_succeeded')
  return channel
}

/** Laravel Echo of a person, through all tends in turn. */
function echoOf({ token }: SignedIn) {
  const echo = new Echo({
    broadcaster: 'pusher',
    Pusher,
    ...APP,
    cluster: 'eu',
    wsHost: '127.0.0.1',
    wsPort: front.port,
    forceTLS: false,
    enabledTransports: ['ws'],
    authEndpoint: `http://127.0.0.1:${front.port}/broadcasting/auth`,
    bearerToken: token,
  })
  closing.push(() => echo.disconnect())
  return echo
}

const sdk = (port = front.port) => new PusherSdk({ ...APP, host: '127.0.0.1', port: String(port), useTLS: false })

test('three tends that start at once on an empty database migrate it once, and all of them serve', async () => {
  for (const { port } of tends) expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200)
  const migrations = readdirSync(join(import.meta.dirname, '../../migrations')).filter(name => name.endsWith('.sql'))
  const { rows } = await database.query('select count(distinct id)::int as nodes from realtime_nodes')
  expect(rows).toEqual([{ nodes: tends.length }])
  const owner = await connect(ownerUrl, { asOwner: true })
  const done = await owner.query('select count(*)::int as count from drizzle.__drizzle_migrations')
  await owner.end()
  expect(done.rows).toEqual([{ count: migrations.length }])
})

test('pusher-js and Echo hear and see everybody, with any tend signing, holding or publishing', async () => {
  const [anna, bela] = (await signIn(ownerUrl, 2)) as [SignedIn, SignedIn]
  const room = `presence-company.${anna.companyId}`
  const channels = await Promise.all([anna, anna, anna].map(person => enter(browser(person), room)))
  const echo = echoOf(bela)
  const here = await new Promise(resolve => echo.join(`company.${anna.companyId}`).here(resolve))
  expect(here).toMatchObject([{ name: 'Person 1' }, { name: 'Person 2' }])
  await expect.poll(() => channels.map(({ members }) => members.count)).toEqual([2, 2, 2])

  for (const { port } of tends) {
    const heardByAll = [
      ...channels.map(channel => heard(channel, 'news')),
      new Promise(resolve => echo.join(`company.${anna.companyId}`).listen('.news', resolve)),
    ]
    await sdk(port).trigger(room, 'news', { from: port })
    for (const news of heardByAll) expect(await news).toEqual({ from: port })
    const users = await (await sdk(port).get({ path: `/channels/${room}/users` })).json()
    expect(users).toEqual({ users: [anna, bela].map(({ id }) => ({ id: String(id) })) })
    const described = await sdk(port).get({ path: `/channels/${room}`, params: { info: 'subscription_count' } })
    expect(await described.json()).toEqual({ occupied: true, subscription_count: 4 })
  }
})

test('signing out at one tend closes the sockets of that session on the others within a second', async () => {
  const [anna, bela] = (await signIn(ownerUrl, 2)) as [SignedIn, SignedIn]
  const browsers = tends.map(({ port }) => browser(anna, port))
  for (const pusher of browsers) await enter(pusher, `private-user.${anna.id}.notifications`)
  const colleague = await enter(browser(bela), `presence-company.${anna.companyId}`)
  const closed = browsers.map(pusher => heard(pusher.connection, 'disconnected'))
  const before = Date.now()
  const headers = { authorization: `Bearer ${anna.token}` }
  const out = await fetch(`http://127.0.0.1:${tends[0]?.port}/api/auth/logout`, { method: 'POST', headers })
  expect(out.status).toBe(200)
  await Promise.all(closed)
  expect(Date.now() - before).toBeLessThan(1000)
  expect(colleague.subscribed).toBe(true)
})

test('people of a killed tend come back through the others, and missing ones leave for everybody', async () => {
  const [anna, bela, cili] = (await signIn(ownerUrl, 3)) as [SignedIn, SignedIn, SignedIn]
  const room = `presence-company.${anna.companyId}`
  const [doomed, ...living] = tends as [TendProcess, ...TendProcess[]]
  const watchers = await Promise.all(living.map(({ port }) => enter(browser(anna, port), room)))
  await enter(browser(bela, doomed.port), room)
  const cilis = [1, 2, 3].map(() => browser(cili))
  const comingBack = await Promise.all(cilis.map(pusher => enter(pusher, room)))
  // As many as there are tends: whichever is killed, one of them was on it.
  const echoes = tends.map(() => echoOf(cili).join(`company.${cili.companyId}`))
  await Promise.all(echoes.map(echo => new Promise(resolve => echo.here(resolve))))
  await expect.poll(() => watchers.map(({ members }) => members.count)).toEqual([3, 3])

  const changes: string[] = []
  for (const watcher of watchers) {
    watcher.bind('pusher:member_removed', ({ id }: { id: string }) => changes.push(id))
    watcher.bind('pusher:member_added', ({ id }: { id: string }) => changes.push(id))
  }
  const before = Date.now()
  await doomed.kill()
  await expect.poll(() => changes, { timeout: 10_000 }).toEqual([String(bela.id), String(bela.id)])
  expect(Date.now() - before).toBeGreaterThan(3000)
  for (const { members } of watchers)
    expect(Object.keys(members.members)).toEqual([anna, cili].map(({ id }) => String(id)))

  await expect.poll(() => comingBack.every(({ subscribed }) => subscribed)).toBe(true)
  const news = [
    ...[...watchers, ...comingBack].map(channel => heard(channel, 'news')),
    ...echoes.map(echo => new Promise(resolve => echo.listen('.news', resolve))),
  ]
  const described = async () =>
    (await sdk().get({ path: `/channels/${room}`, params: { info: 'subscription_count' } })).json()
  await expect.poll(described).toEqual({ occupied: true, subscription_count: news.length })
  await sdk().trigger(room, 'news', { id: 1 })
  for (const one of news) expect(await one).toEqual({ id: 1 })
  const users = await (await sdk().get({ path: `/channels/${room}/users` })).json()
  expect(users).toEqual({ users: [anna, cili].map(({ id }) => ({ id: String(id) })) })
  expect(changes).toHaveLength(2)
  const { rows } = await database.query('select count(*)::int as nodes from realtime_nodes')
  expect(rows).toEqual([{ nodes: 2 }])
})
