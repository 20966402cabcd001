/** For the tests: tends in processes of their own behind one port, and people who have signed in. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pusherModule from 'pusher-js'
import { hashToken, randomToken } from '../../lib/security/secrets.ts'
import { newSessionToken } from '../../lib/security/sessionToken.ts'
import { serverKeyOf } from '../serverKey.ts'
import { connect as connectTo } from './nodes.ts'

// pusher-js declares itself as an ES module and is a CommonJS one: the default import is the class itself.
const Pusher = pusherModule as unknown as typeof pusherModule.default

export const APP = { appId: 'tend', key: 'app-key', secret: 'app-secret' }

export type TendProcess = {
  port: number
  /** The owner's address of its database. */
  databaseUrl: string
  /** Where its own PostgreSQL keeps its data; empty on a database that was given. */
  cluster: string
  child: ChildProcess
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Starts a tend on a database; resolves when it answers. */
export async function spawnTend(databaseUrl: string): Promise<TendProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tend-node-'))
  const tend = await launchTend({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0' })
  const clear = () => rmSync(dataDir, { recursive: true, force: true })
  return { ...tend, kill: () => tend.kill().then(clear), stop: () => tend.stop().then(clear) }
}

/** Starts a tend with these settings; resolves when it answers. Without DATABASE_URL it has a PostgreSQL of its own. */
export async function launchTend(settings: Record<string, string>): Promise<TendProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'tend.fixture.ts')], {
    env: {
      ...process.env,
      LOG_LEVEL: 'silent',
      BACKUP_HOUR: 'off',
      PUSHER_APP_KEY: APP.key,
      PUSHER_APP_SECRET: APP.secret,
      PUSHER_HTTP_API: 'on',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`tend ended with ${code}`)
    }),
  ])
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  return { ...JSON.parse(line), child, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

/** One port before several: each connection goes to the next one that answers. */
export async function balance(
  ports: number[],
): Promise<{ port: number; replace(port: number, by: number): void; cut(): void; close(): void }> {
  let turn = 0
  const open = new Set<Socket>()
  const pass = (client: Socket, attempts: number): void => {
    const port = ports[turn++ % ports.length] ?? 0
    const upstream = connect(port, '127.0.0.1')
    upstream.once('connect', () => {
      open.add(client)
      client.pipe(upstream).pipe(client)
    })
    upstream.on('error', () => (upstream.pending && attempts > 0 ? pass(client, attempts - 1) : client.destroy()))
    upstream.on('close', () => upstream.pending || client.destroy())
    client.on('error', () => upstream.destroy())
    client.on('close', () => {
      open.delete(client)
      upstream.destroy()
    })
  }
  const server = createServer(client => pass(client, ports.length))
  const cut = () => {
    for (const client of open) client.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    replace: (old, by) => ports.splice(ports.indexOf(old), 1, by),
    cut,
    close: () => {
      server.close()
      cut()
    },
  }
}

export type SignedIn = { id: number; companyId: number; token: string }

/** People of one new company, each signed in. */
export async function signIn(ownerUrl: string, count: number): Promise<SignedIn[]> {
  const client = await connectTo(ownerUrl)
  const made = await client.query("insert into companies (name) values ('Farm') returning id")
  const companyId: number = made.rows[0].id
  const serverKey = await serverKeyOf(client)
  const people: SignedIn[] = []
  for (let number = 1; number <= count; number++) {
    const { rows } = await client.query('insert into users (name, email) values ($1, $2) returning id', [
      `Person ${number}`,
      `${randomToken()}@example.test`,
    ])
    const token = newSessionToken(serverKey, rows[0].id)
    await client.query('insert into memberships (company_id, user_id, role_id) values ($1, $2, 2000)', [
      companyId,
      rows[0].id,
    ])
    await client.query(
      `insert into sessions (user_id, company_id, token_hash, token_expires_at, refreshable_until)
       values ($1, $2, $3, now() + interval '1 hour', now() + interval '1 hour')`,
      [rows[0].id, companyId, hashToken(token)],
    )
    people.push({ id: rows[0].id, companyId, token })
  }
  await client.end()
  return people
}

/** pusher-js of somebody who has signed in. */
export function browserOf({ token }: SignedIn, port: number) {
  return new Pusher(APP.key, {
    cluster: 'eu',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      endpoint: `http://127.0.0.1:${port}/broadcasting/auth`,
      transport: 'ajax',
      headersProvider: () => ({ Authorization: `Bearer ${token}` }),
    },
    userAuthentication: {
      endpoint: `http://127.0.0.1:${port}/broadcasting/user-auth`,
      transport: 'ajax',
      headersProvider: () => ({ Authorization: `Bearer ${token}` }),
    },
  })
}
