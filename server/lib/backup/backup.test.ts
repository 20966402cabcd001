import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import type { Client } from 'pg'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { isolation, jobs } from '../../registry.ts'
import { startFakeS3 } from '../../test/fakeS3.ts'
import { filledCompany } from '../../test/filledCompany.ts'
import { connect, emptyDatabase, newDatabase } from '../../test/nodes/nodes.ts'
import { tend } from '../../test/tend.ts'
import { migrate } from '../db/migrate.ts'
import { storageAt } from '../files/s3Storage.ts'
import { folderStorage, type Storage } from '../files/storage.ts'
import { prepareJobs } from '../jobs/jobs.ts'
import { backUp } from './backUp.ts'
import { type BackupSecrets, secretsOf } from './encryption.ts'
import { restore } from './restore.ts'
import { removeOldSnapshots } from './retention.ts'
import { findDamage, listSnapshots, readManifest } from './snapshot.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

async function store(): Promise<Storage> {
  const folder = await mkdtemp(join(tmpdir(), 'tend-backup-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folderStorage(folder)
}

async function owner(url: string): Promise<Client> {
  const client = await connect(url, { asOwner: true })
  cleanups.push(() => client.end())
  return client
}

/** Each table's number of rows, and a hash over all of them in an order of their own. */
async function contentOf(url: string): Promise<Record<string, string>> {
  const client = await owner(url)
  const { rows } = await client.query<{ name: string }>(
    // Each database counts its own transactions.
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename not in ('changes', 'change_marks') order by 1`,
  )
  const content: Record<string, string> = {}
  for (const { name } of rows) {
    const { rows: sums } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum
       from "${name}" t`,
    )
    content[name] = sums[0].sum
  }
  return content
}

async function filesOf(storage: Storage): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  for await (const { path } of storage.list())
    content[path] = (await storage.read(path)).toString('base64').slice(0, 99)
  return content
}

async function backedUp(target: Storage, now = new Date('2026-11-29T03:00:00Z'), secrets: BackupSecrets = {}) {
  const { ownerUrl, services } = await tend()
  return backUp({
    ownerUrl,
    storage: services.storage,
    target,
    version: '1.3.9',
    sealingSecret: undefined,
    secrets,
    now,
  })
}

const into = (ownerUrl: string, storage: Storage, target: Storage, name: string, secrets: BackupSecrets = {}) => ({
  ...{ ownerUrl, storage, target, name, secrets },
  prepare: () => prepareJobs(ownerUrl, jobs),
})

/** Files of the company here: other tests leave rows whose files are gone. */
let own: string
beforeAll(async () => {
  own = `${(await filledCompany()).id}/`
})

test('a backup that is restored has every row and every file, and this version starts on it', async () => {
  const target = await store()
  const { name, manifest } = await backedUp(target)
  expect(manifest.files.missing.filter(path => path.startsWith(own))).toEqual([])
  expect(await findDamage(target, await readManifest(target, name))).toEqual([])
  const [first, firstFiles] = [await emptyDatabase(), await store()]
  await restore(into(first, firstFiles, target, name))

  // Jobs go on writing to the tests' database. This one changes no more.
  const [second, url] = [await store(), await emptyDatabase()]
  const source = { ownerUrl: first, storage: firstFiles, target: second }
  const again = await backUp({ ...source, version: '1.3.9', sealingSecret: undefined, secrets: {}, now: new Date() })
  const storage = await store()
  await restore(into(url, storage, second, again.name))
  expect(await contentOf(url)).toEqual(await contentOf(first))
  expect(await filesOf(storage)).toEqual(await filesOf(firstFiles))
  expect(Object.keys(await filesOf(storage)).length).toBe(manifest.files.count)
  await migrate(url, { isolation, prepare: () => prepareJobs(url, jobs) })
  const client = await owner(url)
  const { rows } = await client.query("insert into companies (name) values ('Next farm') returning id")
  const { rows: others } = await client.query('select max(id) as last from companies where id <> $1', [rows[0].id])
  expect(rows[0].id).toBeGreaterThan(others[0].last)
})

test('files are copied once, and a second backup lists what the first has copied', async () => {
  const target = await store()
  await backedUp(target)
  const written: string[] = []
  const watched = {
    ...target,
    write: (path: string, content: Uint8Array) => {
      written.push(path)
      return target.write(path, content)
    },
    writeAll: (path: string, pieces: AsyncIterable<Uint8Array>) => {
      written.push(path)
      return target.writeAll(path, pieces)
    },
  }
  const { manifest } = await backedUp(watched, new Date('2026-11-30T03:00:00Z'))
  expect(written.filter(path => path.startsWith('files/'))).toEqual([])
  expect(manifest.files.count).toBeGreaterThan(0)
  expect(await listSnapshots(target)).toEqual(['2026-11-29T03-00-00Z', '2026-11-30T03-00-00Z'])
})

test('a copy that the target has lost, or not in its length, is made again', async () => {
  const target = await store()
  await backedUp(target)
  const [lost = '', short = ''] = Object.keys(await filesOf(target)).filter(path => path.startsWith('files/'))
  await target.remove(lost)
  await target.write(short, (await target.read(short)).subarray(1))
  const { name } = await backedUp(target, new Date('2026-11-30T03:00:00Z'))
  expect(await findDamage(target, await readManifest(target, name))).toEqual([])
})

test('a target that takes no more rows or no more files fails with its own reason', async () => {
  const target = await store()
  const full = async (path: string) => {
    throw new Error(`No space left for ${path}`)
  }
  const rows = { ...target, writeAll: full }
  await expect(backedUp(rows)).rejects.toThrow('No space left for 2026-11-29T03-00-00Z/')
  const files = { ...target, write: full }
  await expect(backedUp(files)).rejects.toThrow('No space left for files/')
  expect(await listSnapshots(target)).toEqual([])
})

test('what is damaged is named before anything is written', async () => {
  const [target, storage] = [await store(), await store()]
  const { name, manifest } = await backedUp(target)
  const users = manifest.tables.find(({ table }) => table === 'public.users')
  const flipped = await target.read(users?.path ?? '')
  flipped[flipped.length - 3] = (flipped.at(-3) ?? 0) ^ 1
  await target.write(users?.path ?? '', flipped)
  const [file] = Object.keys(await filesOf(target)).filter(path => path.startsWith('files/'))
  await target.remove(file ?? '')

  const url = await emptyDatabase()
  await expect(restore(into(url, storage, target, name))).rejects.toThrow(/table public.users: its content was changed/)
  expect(await findDamage(target, manifest)).toEqual([
    'table public.users: its content was changed',
    `file ${file?.slice('files/'.length)}: missing`,
  ])
  expect(await contentOf(url)).toEqual({})
  expect(await filesOf(storage)).toEqual({})
})

/** Everything that a target holds, as text. */
async function textOf(target: Storage): Promise<string> {
  const all: Buffer[] = []
  for await (const { path } of target.list()) all.push(await target.read(path))
  return Buffer.concat(all).toString('latin1')
}

test('with a passphrase all rows and files are encrypted, copied once, and only restored with it', async () => {
  const [target, storage, secrets] = [await store(), await store(), { passphrase: 'correct horse battery' }]
  const { name, manifest } = await backedUp(target, new Date('2026-11-29T03:00:00Z'), secrets)
  const original = await filesOf((await tend()).services.storage)
  const [[path = '', start = ''] = []] = Object.entries(original)
  const kept = await textOf(target)
  expect(start.length).toBeGreaterThan(20)
  expect(kept).not.toContain(Buffer.from(start, 'base64').toString('latin1'))
  for (const table of manifest.tables) expect((await target.read(table.path)).toString()).toMatch(/^age-encryption/)
  expect(await findDamage(target, await readManifest(target, name))).toEqual([])

  const again = await backedUp(target, new Date('2026-11-30T03:00:00Z'), secrets)
  const contents = Object.keys(await filesOf(target)).filter(file => file.startsWith('files/'))
  expect(contents.length).toBe(again.manifest.files.count)
  expect(contents.filter(file => file.startsWith(`files/${path}.`))).toHaveLength(1)

  const url = await emptyDatabase()
  await expect(restore(into(url, storage, target, name))).rejects.toThrow('The backup is encrypted. Set')
  const wrong = into(url, storage, target, name, { passphrase: 'another passphrase' })
  await expect(restore(wrong)).rejects.toThrow('another passphrase or key')
  expect(await filesOf(storage)).toEqual({})
  const file = join(storage.folder, 'secret.txt')
  await storage.write('secret.txt', Buffer.from('correct horse battery\n'))
  await restore(into(url, storage, target, name, secretsOf({}, file)))
  await storage.remove('secret.txt')
  expect((await filesOf(storage))[path]).toBe(start)
})

test('a public key is enough to back up; files that were not encrypted before are copied once more', async () => {
  const [target, storage, identity] = [await store(), await store(), await generateX25519Identity()]
  const open = await backedUp(target)
  const secrets = { recipient: await identityToRecipient(identity) }
  const { name, manifest } = await backedUp(target, new Date('2026-11-30T03:00:00Z'), secrets)
  expect(manifest.tables.map(({ key }) => key)).not.toContain(undefined)
  const url = await emptyDatabase()
  await expect(restore(into(url, storage, target, name, secrets))).rejects.toThrow('The backup is encrypted')
  await restore(into(url, storage, target, name, { identity }))
  expect(Object.keys(await filesOf(storage))).toHaveLength(manifest.files.count)
  // What was made before stays as it was.
  expect(await findDamage(target, await readManifest(target, open.name))).toEqual([])
  await restore(into(await emptyDatabase(), await store(), target, open.name))
})

test('a backup in an S3 is whole there, restored from there, and removed when it is old', async () => {
  const s3 = await startFakeS3()
  cleanups.push(async () => s3.close())
  const [target, storage, url] = [storageAt('s3://farm/backups', s3.settings), await store(), await emptyDatabase()]
  const { name, manifest } = await backedUp(target)
  expect(await listSnapshots(target)).toEqual([name])
  await restore(into(url, storage, target, name))
  expect(Object.keys(await filesOf(storage))).toHaveLength(manifest.files.count)
  const copied = [...s3.objects].filter(([key]) => key.startsWith('backups/files/'))
  expect(copied).toHaveLength(manifest.files.count)
  const next = await backedUp(target, new Date('2026-11-29T04:00:00Z'))
  // None is written a second time.
  for (const [key, object] of copied) expect(s3.objects.get(key)).toBe(object)
  expect(await removeOldSnapshots(target, new Date('2026-11-29T05:00:00Z'))).toEqual([name])
  expect(await listSnapshots(target)).toEqual([next.name])
  expect([...s3.objects.keys()].filter(key => key.startsWith(`backups/${name}`))).toEqual([])
  expect(await findDamage(target, await readManifest(target, next.name))).toEqual([])
})

test('a manifest that was changed is refused, and so is a database that holds accounts', async () => {
  const [target, storage] = [await store(), await store()]
  const { name } = await backedUp(target)
  const { ownerUrl } = await tend()
  await expect(restore(into(ownerUrl, storage, target, name))).rejects.toThrow('already holds accounts')
  // An installation that nobody has used yet is no loss.
  await restore(into(await newDatabase(), storage, target, name))

  const text = (await target.read(`${name}/manifest.json`)).toString()
  await target.write(`${name}/manifest.json`, Buffer.from(text.replace('"tend": "1.3.9"', '"tend": "1.3.8"')))
  await expect(readManifest(target, name)).rejects.toThrow('its signature does not fit')
})
