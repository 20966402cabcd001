import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { isolation, jobs } from '../../registry.ts'
import type { Config } from '../config/config.ts'
import { migrate } from '../db/migrate.ts'
import { folderStorage, type Storage } from '../files/storage.ts'
import { prepareJobs } from '../jobs/jobs.ts'
import { startPostgres } from '../postgres/embedded.ts'
import { startArchiving } from './archiver.ts'
import { backUpBase } from './baseBackup.ts'
import { type BackupSecrets, encryptionOf } from './encryption.ts'
import { listLog } from './log.ts'
import { restoreMoment } from './restoreMoment.ts'
import { noteShipped, Shipping } from './shipping.ts'
import { contentOf } from './snapshot.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'tend-moment-'))
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(made, 0o755)
  cleanups.push(() => rm(made, { recursive: true, force: true }))
  return made
}

async function started(dataDir: string) {
  const postgres = await startPostgres({ dataDir, log: () => {} })
  cleanups.push(postgres.stop)
  const ask = async (statement: string, values: unknown[] = []) => {
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    return client
      .query(statement, values)
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }
  return { ...postgres, ask }
}

/** A database of tend with a company, whose log goes to a folder. */
async function farm(secrets: BackupSecrets = {}) {
  const dataDir = await folder()
  const places = { files: await folder(), backups: await folder() }
  const [storage, target] = [folderStorage(places.files), folderStorage(places.backups)]
  const { url, ask, dataFolder, stop } = await started(dataDir)
  await migrate(url, { isolation, prepare: () => prepareJobs(url, jobs) })
  await ask("insert into companies (name) values ('Greenfield')")
  await ask("insert into users (name, email) values ('Anna', 'anna@farm.example')")
  const encryption = () => encryptionOf(target, secrets)
  const shipping = new Shipping({ ownerUrl: url, cluster: dataFolder, storage, target, encryption }, new Date())
  const name = '2026-11-28T03-00-00Z'
  const copy = () => backUpBase({ ownerUrl: url, dataDir, target, secrets, name })
  const write = (company: string) => ask('insert into companies (name) values ($1)', [company])
  const upload = async (path: string) => {
    await storage.write(path, Buffer.from(`content of ${path}`))
    await ask(
      `insert into files (company_id, user_id, uuid, path, name, content_type, size, sha256)
       select companies.id, users.id, gen_random_uuid(), $1, $1, 'image/webp', $2, '' from companies, users limit 1`,
      [path, `content of ${path}`.length],
    )
  }
  const now = async (): Promise<Date> => (await ask('select clock_timestamp() as now'))[0].now
  const destroy = async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { shipping, copy, target, write, upload, now, destroy, ask, secrets, url, dataDir, dataFolder, places }
}

async function restored(target: Storage, secrets: BackupSecrets, at: Date | null) {
  const [dataDir, storage] = [await folder(), folderStorage(await folder())]
  const found = await restoreMoment({ dataDir, storage, target, secrets, at })
  const { ask, url, stop, dataFolder } = await started(dataDir)
  expect(await ask('select pg_is_in_recovery() as recovers')).toEqual([{ recovers: false }])
  const names = (await ask('select name from companies order by id')).map(({ name }) => name)
  return { ...found, names, storage, ask, url, stop, dataDir, dataFolder }
}

test('a moment comes back with what was written before it, its files too, and nothing of what came later', async () => {
  const { shipping, copy, target, write, upload, now, destroy, secrets } = await farm()
  expect(await copy()).toBe(false)
  await shipping.ship()
  const early = await now()
  expect(await copy()).toBe(true)
  await write('Before')
  await upload('1/before.webp')
  await shipping.ship()
  const at = await now()
  await write('After')
  await upload('1/after.webp')
  await shipping.ship()
  await destroy()

  const then = await restored(target, secrets, at)
  expect(then.names).toEqual(['Greenfield', 'Before'])
  expect([then.files, then.missing]).toEqual([1, []])
  expect((await then.storage.read('1/before.webp')).toString()).toBe('content of 1/before.webp')
  expect((await restored(target, secrets, null)).names).toEqual(['Greenfield', 'Before', 'After'])
  // A moment after the last change has all of it.
  expect((await restored(target, secrets, new Date())).names).toEqual(['Greenfield', 'Before', 'After'])
  await expect(restored(target, secrets, early)).rejects.toThrow('The first moment that can be restored is')
  // What goes on from there has a log of its own, which mixes with no other.
  const next = new Shipping(
    {
      ...{ ownerUrl: then.url, cluster: then.dataFolder, storage: then.storage, target },
      encryption: async () => null,
    },
    new Date(),
  )
  const { archive } = await next.ship()
  const { pieces } = await listLog(target)
  expect(new Set(pieces.map(piece => piece.archive)).size).toBe(2)
  expect(pieces.filter(piece => piece.archive === archive)[0]?.timeline).toBe('00000002')
}, 300_000)

test('with a passphrase the log is encrypted, and comes back with it', async () => {
  const { shipping, copy, target, write, upload, destroy, secrets } = await farm({
    passphrase: 'correct horse battery',
  })
  await shipping.ship()
  await copy()
  await write('Before')
  await upload('1/before.webp')
  await shipping.ship()
  await destroy()
  for (const { path } of (await listLog(target)).pieces)
    expect((await target.read(path)).toString('latin1')).toMatch(/^age-encryption/)
  await expect(restored(target, {}, null)).rejects.toThrow('The backup is encrypted')
  const then = await restored(target, secrets, null)
  expect([then.names, then.missing]).toEqual([['Greenfield', 'Before'], []])
  expect((await then.storage.read('1/before.webp')).toString()).toBe('content of 1/before.webp')
}, 300_000)

test('a gap in the log and a damaged copy are named before anything is written', async () => {
  const { shipping, copy, target, write, destroy, secrets } = await farm()
  await shipping.ship()
  await copy()
  await write('Before')
  await shipping.ship()
  await destroy()
  const { pieces } = await listLog(target)
  for (const { path } of pieces.slice(1)) await target.remove(path)
  await expect(restored(target, secrets, null)).rejects.toThrow('is not whole')
  const path = '2026-11-28T03-00-00Z/base.tar.zst'
  const bytes = await target.read(path)
  bytes[99] = (bytes[99] ?? 0) ^ 1
  await target.write(path, bytes)
  await expect(restored(target, secrets, null)).rejects.toThrow('is damaged')
}, 300_000)

test('files of days on which the place of the backups could not be reached are copied once it can', async () => {
  const { ask, upload, url, dataDir, dataFolder, places, target } = await farm()
  await upload('1/old.webp')
  await ask("update files set created_at = now() - interval '3 days'")
  const until = new Date(Date.now() - 4 * 24 * 3600_000).toISOString()
  await noteShipped(dataDir, { until, archive: null, error: 'out of reach' })
  const config = { dataDir, files: places.files, backups: { folder: places.backups, secrets: {} } } as Config
  const end = startArchiving(config, url, dataFolder)
  await end()
  expect((await target.read(contentOf({ path: '1/old.webp' }))).toString()).toBe('content of 1/old.webp')
}, 120_000)
