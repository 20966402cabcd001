import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useCopy } from './drill.ts'
import { backUp } from './lib/backup/backUp.ts'
import { drill } from './lib/backup/drill.ts'
import type { BackupSecrets } from './lib/backup/encryption.ts'
import {
  Fingerprint,
  listSnapshots,
  type Manifest,
  manifestOf,
  readManifest,
  signatureOf,
} from './lib/backup/snapshot.ts'
import { readConfig } from './lib/config/config.ts'
import { folderStorage, type Storage } from './lib/files/storage.ts'
import { prepareJobs } from './lib/jobs/jobs.ts'
import { jobs } from './registry.ts'
import { type Running, startTend } from './start.ts'
import { filledCompany } from './test/filledCompany.ts'
import { connect, newDatabase } from './test/nodes/nodes.ts'
import { admin } from './test/people.ts'
import { workOn } from './test/tend.ts'

const version = '1.3.9'
let ownerUrl: string
let tend: Running
let folder: string
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tend-drill-test-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  ownerUrl = await newDatabase()
  const settings = {
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    BACKUP_HOUR: 'off',
    PUBLIC_FORM_WORK: '4',
    PUSHER_HTTP_API: 'on',
  }
  const config = readConfig(settings, { demo: false, version })
  tend = await startTend(config, ownerUrl)
  ends.push(tend.stop)
  Object.assign(config, { smtpUrl: 'smtp://127.0.0.1:1' })
  ends.push(await workOn(tend, ownerUrl))
  await filledCompany()
  await admin()
  // Made up there, so that no table is empty.
  const client = await connect(ownerUrl, { asOwner: true })
  await client.query('delete from time_stamps; delete from seal_checks')
  await client.end()
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

let made = 0
async function backedUp(secrets: BackupSecrets = {}): Promise<{ target: Storage; name: string; manifest: Manifest }> {
  const target = folderStorage(join(folder, `backup-${made++}`))
  const { storage } = tend.services
  const source = { ownerUrl, storage, target, version, sealingSecret: undefined, secrets, now: new Date() }
  return { target, ...(await backUp(source)) }
}

const prove = (target: Storage, name: string, { url = ownerUrl, secrets = {} as BackupSecrets } = {}) =>
  drill({
    ...{ ownerUrl: url, target, name, folder: null, secrets },
    prepare: copy => prepareJobs(copy, jobs),
    use: (copy, storage) => useCopy({ ownerUrl: copy, storage, version, sealingSecret: undefined }, 30),
  })

/** A backup of which a table lost its last row; `counts` as if the database had lost it before. */
async function withoutLastRow(table: string, { counts }: { counts: boolean }) {
  const { target, name, manifest } = await backedUp()
  const part = manifest.tables.find(one => one.table === table)
  if (!part) throw new Error(`No ${table}`)
  const lines = zstdDecompressSync(await target.read(part.path))
    .toString()
    .trimEnd()
    .split('\n')
  const content = zstdCompressSync(
    Buffer.from(
      lines
        .slice(0, -1)
        .map(line => `${line}\n`)
        .join(''),
    ),
  )
  await target.write(part.path, content)
  const fingerprint = new Fingerprint()
  for await (const _ of fingerprint.pass([content] as never));
  Object.assign(part, { bytes: fingerprint.bytes, sha256: fingerprint.digest() })
  if (counts) part.rows--
  await sign(target, name, manifest)
  return { target, name }
}

async function sign(target: Storage, name: string, manifest: Manifest, { signing } = tend.services) {
  const text = JSON.stringify(manifest)
  await target.write(manifestOf(name), Buffer.from(text))
  await target.write(signatureOf(name), Buffer.from(signing.sign(1, text)))
}

test('a backup that is whole is proved: its rows are compared, its seals checked, and each role reads it', async () => {
  const { target, name } = await backedUp()
  const proof = await prove(target, name)
  expect(proof).toEqual({ proof: 'proved', reads: expect.any(Number) })
  expect(proof).toMatchObject({ reads: expect.toSatisfy(reads => reads > 30) })
  const client = await connect(ownerUrl, { asOwner: true })
  const { rows } = await client.query(
    "select datname from pg_database where datname like current_database() || '_drill'",
  )
  await client.end()
  expect(rows).toEqual([])
})

test('a flipped byte and a missing file are found', async () => {
  const { target, name, manifest } = await backedUp()
  const { path = '' } = manifest.tables.find(({ table }) => table === 'public.users') ?? {}
  const whole = await target.read(path)
  const flipped = Buffer.from(whole)
  flipped[flipped.length - 3] = (flipped.at(-3) ?? 0) ^ 1
  await target.write(path, flipped)
  expect(await prove(target, name)).toMatchObject({ proof: 'failed', reason: expect.stringContaining('public.users') })
  await target.write(path, whole)
  for await (const file of target.list()) {
    if (!file.path.startsWith('files/')) continue
    await target.remove(file.path)
    break
  }
  expect(await prove(target, name)).toMatchObject({ proof: 'failed', reason: expect.stringContaining('missing') })
})

test('a lost row is found by the count, by what refers to it, and by the chain of seals', async () => {
  const uncounted = await withoutLastRow('public.users', { counts: false })
  expect(await prove(uncounted.target, uncounted.name)).toMatchObject({
    proof: 'failed',
    reason: expect.stringMatching(/public.users has \d+ rows instead of \d+/),
  })
  const referred = await withoutLastRow('public.locations', { counts: true })
  expect(await prove(referred.target, referred.name)).toMatchObject({
    proof: 'failed',
    reason: expect.stringContaining('foreign key'),
  })
  const sealed = await withoutLastRow('public.seals', { counts: true })
  expect(await prove(sealed.target, sealed.name)).toMatchObject({
    proof: 'failed',
    reason: expect.stringContaining('chain of seals'),
  })
})

test('a manifest that another key signed proves nothing', async () => {
  const { target, name, manifest } = await backedUp()
  const { signingWith } = await import('./lib/security/signing.ts')
  const signing = signingWith(Buffer.alloc(32, 7), undefined)
  await sign(target, name, { ...manifest, public_key: signing.publicKey(1) }, { ...tend.services, signing })
  expect(await readManifest(target, (await listSnapshots(target)).at(-1) ?? '')).toBeTruthy()
  expect(await prove(target, name)).toEqual({
    proof: 'failed',
    reason: 'The manifest is not signed by a key of this tend.',
  })
})

test('an encrypted backup is proved where its key is, and says where it is not', async () => {
  const identity = await generateX25519Identity()
  const { target, name } = await backedUp({ recipient: await identityToRecipient(identity) })
  expect(await prove(target, name)).toEqual({ proof: 'no_key' })
  expect(await prove(target, name, { secrets: { identity } })).toMatchObject({ proof: 'proved' })
})

test('a login that may not create databases says so, and nothing of the backup', async () => {
  const client = await connect(ownerUrl, { asOwner: true })
  await client.query("create role weak login password 'weak'").catch(() => {})
  await client.end()
  const url = new URL(ownerUrl)
  Object.assign(url, { username: 'weak', password: 'weak' })
  const { target, name } = await backedUp()
  expect(await prove(target, name, { url: url.toString() })).toEqual({ proof: 'no_right' })
})
