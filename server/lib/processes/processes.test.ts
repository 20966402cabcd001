import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Client } from 'pg'
import PusherSdk from 'pusher'
import type { PresenceChannel } from 'pusher-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect, emptyDatabase } from '../../test/nodes/nodes.ts'
import { APP, browserOf, type SignedIn, signIn } from '../../test/nodes/tends.ts'
import { heard } from '../../test/pusher/pusherServer.ts'

let first: ChildProcess
let port: number
let database: Client
let person: SignedIn
const happened: string[] = []
const dataDir = mkdtempSync(join(tmpdir(), 'tend-processes-'))

beforeAll(async () => {
  const ownerUrl = await emptyDatabase()
  first = spawn(process.execPath, [join(import.meta.dirname, '../../test/processes/processes.fixture.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: ownerUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      PUSHER_APP_KEY: APP.key,
      PUSHER_APP_SECRET: APP.secret,
      PUSHER_HTTP_API: 'on',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(first.stdout as NonNullable<typeof first.stdout>)
  port = await new Promise((resolve, reject) => {
    lines.on('line', line => {
      if (!line.startsWith('{')) return
      const said = JSON.parse(line)
      if (said.port) resolve(said.port)
      else happened.push(said.happened)
    })
    first.once('exit', code => reject(new Error(`The processes ended with ${code}`)))
  })
  database = await connect(ownerUrl, { asOwner: true })
  ;[person] = (await signIn(ownerUrl, 1)) as [SignedIn]
})
afterAll(async () => {
  await database?.end()
  if (first?.exitCode === null) {
    first.kill('SIGTERM')
    expect(await once(first, 'exit')).toEqual([0, null])
  }
  rmSync(dataDir, { recursive: true, force: true })
})

const childrenOf = (pid = 0): number[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)])
    .toString()
    .split('\n')
    .filter(line => line.includes('process.ts'))
    .map(line => Number.parseInt(line, 10))

/** One request over a connection that is kept open for the next; its status, or how it failed. */
const ask = (agent: Agent, method: string, path: string, body?: object): Promise<number | string> =>
  new Promise(resolve => {
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' }
    const asked = request({ agent, port, host: '127.0.0.1', method, path: `/api${path}`, headers }, answer => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
      answer.once('error', error => resolve(error.message))
    })
    asked.once('error', error => resolve(error.message))
    asked.end(body && JSON.stringify(body))
  })

test('while all processes are replaced under load, no request is lost and each write is there once', async () => {
  const before = childrenOf(first.pid)
  expect(before).toHaveLength(2)
  const outcomes = new Map<number | string, number>()
  let isOn = true
  let written = 0
  const work = async (name: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let number = 0; isOn; number++) {
      const isWrite = number % 3 === 0
      const outcome = isWrite
        ? await ask(agent, 'POST', '/location', { name: `Pen ${name} ${number}`, type: 'pen' })
        : await ask(agent, 'GET', '/location?per_page=5')
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      if (outcome === 201) written++
    }
    agent.destroy()
  }
  const people = Promise.all(Array.from({ length: 8 }, (_, name) => work(name)))
  try {
    await vi.waitFor(() => expect(written, String([...outcomes])).toBeGreaterThan(20), { timeout: 20_000 })
    first.kill('SIGUSR2')
    await vi.waitFor(() => expect(happened).toContain('All processes are replaced'), { timeout: 100_000 })
  } finally {
    isOn = false
    await people
  }
  expect([...outcomes.keys()].sort()).toEqual([200, 201])
  const after = childrenOf(first.pid)
  expect(after).toHaveLength(2)
  expect(after.filter(pid => before.includes(pid))).toEqual([])
  const { rows } = await database.query(`select count(*)::int as there from locations where name like 'Pen %'`)
  expect(rows).toEqual([{ there: written }])
  // Two processes start while eight people keep the machine busy.
}, 150_000)

test('what is told to one process reaches sockets of all', async () => {
  const browsers = Array.from({ length: 6 }, () => browserOf(person, port))
  const name = `presence-company.${person.companyId}`
  const channels = browsers.map(browser => browser.subscribe(name) as PresenceChannel)
  await Promise.all(channels.map(channel => heard(channel, 'pusher:subscription_succeeded')))
  const { rows } = await database.query('select count(distinct node_id)::int as nodes from realtime_members')
  expect(rows).toEqual([{ nodes: 2 }])
  const news = Promise.all(channels.map(channel => heard(channel, 'message')))
  await new PusherSdk({ ...APP, host: '127.0.0.1', port: String(port), useTLS: false }).trigger(
    name,
    'message',
    'Hello',
  )
  expect(await news).toEqual(channels.map(() => 'Hello'))
  for (const browser of browsers) browser.disconnect()
})

test('a killed process is replaced, while the other one answers', async () => {
  const [killed = 0, other] = childrenOf(first.pid)
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(() => expect(happened.at(-1)).toMatch(/another one takes its place/), { timeout: 10_000 })
  expect(await ask(new Agent(), 'GET', '/location')).toBe(200)
  await vi.waitFor(
    () => {
      const now = childrenOf(first.pid)
      expect(now).toHaveLength(2)
      expect(now).toContain(other)
      expect(now).not.toContain(killed)
    },
    { timeout: 30_000 },
  )
})
