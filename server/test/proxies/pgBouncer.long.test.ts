/** tend behind PgBouncer that shares connections between transactions, by Debian's package. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { locations } from '#shared/locations/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { readConfig } from '../../lib/config/config.ts'
import { startTend } from '../../start.ts'
import { company } from '../people.ts'
import { tend, workOn } from '../tend.ts'

const path = `${process.env.PATH}:/usr/sbin`

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { env: { PATH: path } })
    return true
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const socket = createServer().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as { port: number }
  socket.close()
  await once(socket, 'close')
  return port
}

/** PgBouncer with two connections to the server, so that companies share them all the time. */
async function startPgBouncer(folder: string, ownerUrl: string): Promise<{ url: string; process: ChildProcess }> {
  const [port, server] = [await freePort(), new URL(ownerUrl)]
  const [user, password] = [decodeURIComponent(server.username), decodeURIComponent(server.password)]
  const host = decodeURIComponent(server.hostname)
  const folderOfSocket = host.startsWith('/') ? host : null
  const users = join(folder, 'users.txt')
  await writeFile(users, `"${user}" "${password}"\n`)
  const config = join(folder, 'pgbouncer.ini')
  await writeFile(
    config,
    `[databases]
* = host=${host} port=${server.port} auth_user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
auth_query = select usename, passwd from pg_shadow where usename = $1
pool_mode = transaction
default_pool_size = 2
max_client_conn = 200
`,
  )
  for (const one of [folder, users, config]) await chmod(one, 0o755)
  // PgBouncer does not run as root, and only the user of PostgreSQL may enter its folder.
  const owner = folderOfSocket ? (await stat(folderOfSocket)).uid : 0
  const name = execFileSync('id', ['-nu', String(owner || 65_534)], { encoding: 'utf8' }).trim()
  const isRoot = process.getuid?.() === 0
  const started = spawn('pgbouncer', [...(isRoot ? ['-u', name] : []), config], { env: { PATH: path } })
  let said = ''
  for (const stream of [started.stdout, started.stderr]) stream.on('data', piece => (said += piece))
  const url = new URL(ownerUrl)
  url.port = String(port)
  url.hostname = '127.0.0.1'
  const until = Date.now() + 20_000
  for (;;) {
    const client = new Client({ connectionString: url.href })
    client.on('error', () => {})
    const refusal = await client.connect().then(
      () => null,
      (error: Error) => error.message,
    )
    await client.end().catch(() => {})
    if (refusal === null) return { url: url.href, process: started }
    if (Date.now() > until || started.exitCode !== null) throw new Error(`${refusal}: ${said}`)
    await sleep(100)
  }
}

test('behind PgBouncer in transaction mode companies read, write and hear of their own only', async ({ skip }) => {
  if (!isInstalled('pgbouncer')) skip('pgbouncer is not installed')
  const { ownerUrl, services } = await tend()
  const folder = await mkdtemp(join(tmpdir(), 'tend-pgbouncer-'))
  const bouncer = await startPgBouncer(folder, ownerUrl)
  const addresses = { DATABASE_URL: bouncer.url, DATABASE_URL_DIRECT: ownerUrl }
  const given = { ...services.config.given, ...addresses }
  const config = readConfig(given, { demo: false, version: '1.3.9' })
  const other = await startTend(config, ownerUrl, { worksJobs: false })
  const back = workOn(other, ownerUrl)
  try {
    expect(config.poolerUrl).toBe(bouncer.url)
    const farms = await Promise.all([company(), company(), company()])
    const bosses = await Promise.all(farms.map(farm => farm.manager()))
    // Interleaved, so that each shared connection serves all of them in turn.
    const rounds = Array.from({ length: 20 }, (_, round) => round)
    await Promise.all(
      bosses.flatMap((boss, number) =>
        rounds.map(round => boss.call(locations.create, { name: `Pen ${number} ${round}`, type: 'pen' })),
      ),
    )
    await Promise.all(
      bosses.flatMap((boss, number) =>
        rounds.map(async () => {
          const { data, meta } = await boss.call(locations.list, { per_page: 100 })
          expect(meta.total).toBe(rounds.length)
          expect(data.every(({ name }) => name.startsWith(`Pen ${number} `))).toBe(true)
        }),
      ),
    )
    const [boss, stranger] = bosses
    if (!boss || !stranger) throw new Error('Nobody works here.')
    const { data } = await boss.call(locations.list, { per_page: 5 })
    expect(await stranger.refused(locations.get, { id: data[0]?.id ?? 0 })).toMatchObject({ status: 404 })
    const { id } = await boss.call(messaging.create, { type: 'support' })
    await boss.call(messaging.post, { id, message_text: 'Is anybody there?' })
    // What one transaction set is not there for the next on the same connection.
    const app = await other.services.pools.isolated.connect()
    try {
      const { rows } = await app.query("select current_setting('app.company_id', true) as company")
      expect(rows[0].company ?? '').toBe('')
    } finally {
      app.release()
    }
    // A reading call cannot write there either.
    await expect(other.services.pools.isolated.query('begin read only; delete from locations; commit')).rejects.toThrow(
      'read-only',
    )
  } finally {
    await back()
    await other.stop()
    const ended = once(bouncer.process, 'exit')
    bouncer.process.kill('SIGINT')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}, 180_000)
