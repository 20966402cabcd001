/** Restoring on the first page of a tend in a process of its own, which nobody has used yet. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { backupPieceSize, restores } from '#shared/accounts/restores.ts'
import { backUp } from '../../lib/backup/backUp.ts'
import type { BackupSecrets } from '../../lib/backup/encryption.ts'
import { listFiles } from '../../lib/backup/snapshot.ts'
import { folderStorage } from '../../lib/files/storage.ts'
import { derive } from '../../lib/security/secrets.ts'
import { filledCompany } from '../filledCompany.ts'
import { seeded } from '../kills/random.ts'
import { connect, emptyDatabase } from '../nodes/nodes.ts'
import { launchTend, type TendProcess } from '../nodes/tends.ts'
import { serverKeyOf } from '../serverKey.ts'
import { tend } from '../tend.ts'

const kills = 12
const inLongRun = test.runIf(process.env.LONG)

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})
beforeAll(async () => void (await filledCompany()))

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'tend-first-page-'))
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(made, 0o755)
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

/** A backup of the tend of the tests: the folder that it is in. */
async function backedUp(secrets: BackupSecrets = {}) {
  const [{ ownerUrl, services }, place] = [await tend(), await folder()]
  const target = folderStorage(place)
  const source = { ownerUrl, storage: services.storage, version: '1.3.9', sealingSecret: undefined }
  return { place, ...(await backUp({ ...source, target, secrets, now: new Date() })) }
}

/** A tend without accounts, with a database of its own or an outside one. */
async function unused(database?: string): Promise<Unused> {
  const dataDir = await folder()
  const launch = (port: string) =>
    launchTend({ DATA_DIR: dataDir, PORT: port, LOG_LEVEL: 'error', ...(database && { DATABASE_URL: database }) })
  let running = await launch('0')
  cleanups.push(() => running.stop())
  const own = {
    dataDir,
    get running() {
      return running
    },
    token: async () => {
      const client = await connect(running.databaseUrl, { asOwner: true })
      const key = await serverKeyOf(client)
      await client.end()
      return derive(key, 'first administrator')
    },
    /** Kills it, and starts it at the same port. */
    kill: async () => {
      await running.kill()
      running = await launch(String(running.port))
    },
  }
  return own
}
type Unused = { dataDir: string; running: TendProcess; token: () => Promise<string>; kill: () => Promise<void> }

type Answer = { status: number; body: { data: Record<string, never>; code?: string } }

/** Calls a tend as its first page does; null where nobody answers. */
async function ask({ running }: Unused, method: string, path: string, body: object): Promise<Answer | null> {
  const query = method === 'GET' ? `?${new URLSearchParams(body as Record<string, string>)}` : ''
  const isForm = body instanceof FormData
  return fetch(`http://127.0.0.1:${running.port}/api${path}${query}`, {
    method,
    ...(method !== 'GET' && { body: isForm ? body : JSON.stringify(body) }),
    ...(!isForm && { headers: { 'content-type': 'application/json' } }),
  }).then(
    async answer => ({ status: answer.status, body: (await answer.json()) as Answer['body'] }),
    () => null,
  )
}

const list = (own: Unused, body: object) => ask(own, 'POST', restores.list.path, body)
const begin = (own: Unused, body: object) => ask(own, 'POST', restores.begin.path, body)
const stateOf = (own: Unused, token: string) => ask(own, 'GET', restores.state.path, { token })

/** Waits for the end of a restore: 404, because the address of the first administrator is no more, or a failure. */
const ended = (own: Unused, token: string) =>
  expect
    .poll(async () => (await stateOf(own, token)) ?? 'away', { timeout: 240_000, interval: 50 })
    .toSatisfy(
      (answer: Answer | 'away') => answer !== 'away' && (answer.status === 404 || answer.body.data.stage === 'failed'),
    )

async function rowsIn({ running }: Unused): Promise<Record<string, number>> {
  const client = await connect(running.databaseUrl, { asOwner: true })
  const { rows } = await client.query(
    'select (select count(*)::int from users) as users, (select count(*)::int from submissions) as submissions',
  )
  await client.end()
  return rows[0]
}

const nobody = { users: 0, submissions: 0 }

test.each(['comes with tend', 'is outside'])(
  'a backup in a folder is chosen from a list and restored into a database that %s, files too',
  async kind => {
    const { place, name, manifest } = await backedUp()
    const own = await unused(kind === 'is outside' ? await emptyDatabase() : undefined)
    const token = await own.token()
    const rowsOf = (table: string) => manifest.tables.find(each => each.table === `public.${table}`)?.rows ?? -1
    const listed = await list(own, { token, place })
    expect(listed?.body.data).toMatchObject({
      place,
      backups: [{ name, tend: '1.3.9', people: rowsOf('users'), files: manifest.files.count, is_encrypted: false }],
    })
    expect(await begin(own, { token, place, name })).toMatchObject({ status: 200 })
    await ended(own, token)
    expect(await stateOf(own, token)).toMatchObject({ status: 404 })
    expect(await rowsIn(own)).toEqual({ users: rowsOf('users'), submissions: rowsOf('submissions') })
    const files: string[] = []
    for await (const { path } of folderStorage(join(own.dataDir, 'files')).list()) files.push(path)
    for await (const { path } of listFiles(folderStorage(place), manifest)) expect(files).toContain(path)
    // It serves again, and nobody restores over accounts.
    expect((await fetch(`http://127.0.0.1:${own.running.port}/ready`)).status).toBe(200)
    for (const guess of [token, await own.token()])
      expect(await begin(own, { token: guess, place, name })).toMatchObject({ status: 404 })
  },
)

/** Sends an archive in pieces from where the server has it, or as many of them as are asked for. */
async function upload(own: Unused, token: string, content: Buffer, id: string, max = Number.POSITIVE_INFINITY) {
  const pieces = Math.ceil(content.length / backupPieceSize)
  let piece = 0
  for (let sent = 0; piece < pieces && sent < max; sent++) {
    const body = new FormData()
    for (const [field, value] of Object.entries({ token, upload: id, piece, pieces })) body.set(field, String(value))
    const start = piece * backupPieceSize
    body.set('file', new File([new Uint8Array(content.subarray(start, start + backupPieceSize))], 'piece'))
    const answer = await ask(own, 'POST', restores.piece.path, body)
    expect(answer).toMatchObject({ status: 200 })
    piece = Number(answer?.body.data.received)
  }
}

test('an uploaded backup is continued where it broke off, and restored with its passphrase', async () => {
  const secrets = { passphrase: 'correct horse battery' }
  const { place, name, manifest } = await backedUp(secrets)
  const archive = join(await folder(), 'backup.tar')
  // More than a piece: what lies beside a backup is not looked at.
  await writeFile(join(place, 'beside'), Buffer.alloc(backupPieceSize))
  await promisify(execFile)('tar', ['cf', archive, '-C', join(place, '..'), place.split('/').at(-1) ?? ''])
  const content = await readFile(archive)
  const own = await unused(await emptyDatabase())
  const [token, id] = [await own.token(), 'a'.repeat(32)]
  await upload(own, token, content, id, 1)
  expect(await list(own, { token, upload: id })).toMatchObject({
    status: 409,
    body: { data: { fault: 'unreadable' } },
  })
  await upload(own, token, content, id)
  expect(await list(own, { token, upload: id })).toMatchObject({
    status: 200,
    body: { data: { backups: [{ name, is_encrypted: true }] } },
  })
  const asked = { token, upload: id, name }
  for (const [passphrase, fault] of [
    [undefined, 'no_secret'],
    ['another passphrase', 'wrong_secret'],
  ])
    expect(await begin(own, { ...asked, passphrase })).toMatchObject({ status: 409, body: { data: { fault } } })
  expect(await begin(own, { ...asked, ...secrets })).toMatchObject({ status: 200 })
  await ended(own, token)
  expect((await rowsIn(own)).users).toBe(manifest.tables.find(({ table }) => table === 'public.users')?.rows)
  expect(existsSync(join(own.dataDir, 'restore'))).toBe(false)
})

test('a damaged part is named, and the first page is as it was', async () => {
  const { place, name, manifest } = await backedUp()
  const users = join(place, manifest.tables.find(({ table }) => table === 'public.users')?.path ?? '')
  const whole = await readFile(users)
  const flipped = Buffer.from(whole)
  flipped[flipped.length - 3] = (flipped.at(-3) ?? 0) ^ 1
  await writeFile(users, flipped)
  const own = await unused(await emptyDatabase())
  const token = await own.token()
  expect(await begin(own, { token, place, name })).toMatchObject({ status: 200 })
  await ended(own, token)
  expect((await stateOf(own, token))?.body.data).toEqual({
    stage: 'failed',
    done: 0,
    refusal: { fault: 'damaged', details: ['table public.users: its content was changed'] },
  })
  expect(await rowsIn(own)).toEqual(nobody)
  await writeFile(users, whole)
  await begin(own, { token, place, name })
  await ended(own, token)
  expect((await rowsIn(own)).users).toBeGreaterThan(0)
})

test('who does not know the address is refused, and a place without backups is empty', async () => {
  const own = await unused(await emptyDatabase())
  const [token, place] = [await own.token(), await folder()]
  for (const answer of [
    await list(own, { token: 'guessed', place }),
    await begin(own, { token: 'guessed', place, name: 'x' }),
    await stateOf(own, 'guessed'),
  ])
    expect(answer).toMatchObject({ status: 404 })
  expect(await list(own, { token, place })).toMatchObject({ body: { data: { backups: [] } } })
  expect(await list(own, { token, place: 's3://nowhere/folder' })).toMatchObject({
    status: 409,
    body: { data: { fault: 'out_of_reach' } },
  })
  expect(await begin(own, { token, place, name: '2026-11-29T03-00-00Z' })).toMatchObject({
    status: 409,
    body: { data: { fault: 'not_there' } },
  })
})

inLongRun(
  'tend that is killed while it restores is unused as before, or has everything',
  async () => {
    const { place, name, manifest } = await backedUp()
    const all = manifest.tables.find(({ table }) => table === 'public.users')?.rows
    const random = seeded(34)
    let took = 0
    for (let kill = 0; kill <= kills; kill++) {
      const own = await unused(kill % 2 === 1 ? await emptyDatabase() : undefined)
      const token = await own.token()
      const started = Date.now()
      await begin(own, { token, place, name })
      if (kill === 0) {
        // The first one tells how long it takes.
        await ended(own, token)
        took = Date.now() - started
        continue
      }
      await sleep(random.between(0, took))
      await own.kill()
      const { users } = await rowsIn(own)
      expect([0, all]).toContain(users)
      if (users === all) continue
      // The same address as before is good.
      expect(await own.token()).toBe(token)
      expect(await begin(own, { token, place, name })).toMatchObject({ status: 200 })
      await ended(own, token)
      expect((await rowsIn(own)).users).toBe(all)
    }
  },
  1_800_000,
)
