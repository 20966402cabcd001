import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { findDamage, listSnapshots, readManifest } from '../lib/backup/snapshot.ts'
import { folderStorage } from '../lib/files/storage.ts'
import { jobs } from '../registry.ts'
import { filledCompany } from '../test/filledCompany.ts'
import { type Mailbox, openMailbox } from '../test/mailbox.ts'
import { admin, type Person, platform } from '../test/people.ts'
import { tend } from '../test/tend.ts'
import { lastDue, lastRuns, lookAfterBackups } from './backups.ts'

const hour = 3600_000
let root: Person
let mailbox: Mailbox | undefined

beforeAll(async () => {
  await filledCompany()
  root = await admin()
})
afterEach(async () => {
  await mailbox?.close()
  const { config } = (await tend()).services
  config.backups.hour = null
  await rm(config.backups.folder, { recursive: true, force: true })
  await platform(db => db.execute(sql`delete from backup_runs`))
  await platform(db => db.execute(sql`delete from pgboss.job where name = 'backups.make'`))
  await platform(db => db.execute(sql`delete from notices where topic = 'backup.trouble'`))
})

/** What the clock does each hour, as if it were `now`. */
async function look(now = new Date()) {
  const { services } = await tend()
  await platform(db => lookAfterBackups(db, services, now))
}

const runs = () => platform(lastRuns)
const ended = (count: number) =>
  expect
    .poll(() => platform(async db => (await db.execute(sql`select from backup_runs`)).rowCount), { timeout: 60_000 })
    .toBe(count)
const made = (ago: number, error?: string) =>
  platform(db =>
    db.execute(sql`insert into backup_runs (target, started_at, name, error)
      values ('/backups', ${new Date(Date.now() - ago).toISOString()}, ${error ? null : 'one'}, ${error ?? null})`),
  )

test('tonight’s backup is due from its hour on, also where the machine was off then', () => {
  const at = (text: string) => new Date(text)
  expect(lastDue(at('2026-11-29T03:00:00'), 3)).toEqual(at('2026-11-29T03:00:00'))
  expect(lastDue(at('2026-11-29T02:59:59'), 3)).toEqual(at('2026-11-28T03:00:00'))
  expect(lastDue(at('2026-11-29T23:10:00'), 3)).toEqual(at('2026-11-29T03:00:00'))
  expect(lastDue(at('2026-01-01T00:05:00'), 1)).toEqual(at('2025-12-31T01:00:00'))
})

test('a backup is made each night, whole, and not twice', async () => {
  const { config } = (await tend()).services
  config.backups.hour = new Date().getHours()
  await made(20 * hour)
  await Promise.all([look(), look()])
  await ended(2)
  const { last } = await runs()
  expect(last).toMatchObject({ error: null, target: config.backups.folder })
  expect(last?.rows).toBeGreaterThan(100)
  const target = folderStorage(config.backups.folder)
  expect(await listSnapshots(target)).toEqual([last?.name])
  expect(await findDamage(target, await readManifest(target, last?.name ?? ''))).toEqual([])
  await look()
  const { rows } = await platform(db =>
    db.execute(sql`select count(*)::int as count from pgboss.job where name = 'backups.make'`),
  )
  expect(rows).toEqual([{ count: 1 }])
}, 90_000)

test('the night’s backup is proved where drills are on, and administrators are told of a failure', async () => {
  mailbox = await openMailbox()
  const { config, backups } = (await tend()).services
  config.backups.hour = new Date().getHours()
  await made(20 * hour)
  const { prove } = backups
  const asked: string[] = []
  backups.prove = async name => {
    asked.push(name)
    return { proof: 'failed', reason: 'public.users has 4 rows instead of 5.' }
  }
  config.backups.hasDrill = true
  try {
    await look()
    const drilled = async () => (await runs()).drilled
    await expect.poll(drilled, { timeout: 60_000 }).toMatchObject({ proof: 'failed' })
    const { newest } = await runs()
    expect(asked).toEqual([newest?.name])
    expect(await drilled()).toMatchObject({ name: newest?.name, proofError: 'public.users has 4 rows instead of 5.' })
    const { text } = await mailbox.next(root.email)
    expect(text).toContain('could not be restored for a test: public.users has 4 rows instead of 5.')
  } finally {
    backups.prove = prove
    config.backups.hasDrill = false
  }
}, 90_000)

test('a drill runs in a process of its own', async () => {
  const { backups } = (await tend()).services
  expect(await backups.prove('2026-01-01T00-00-00Z')).toEqual({
    proof: 'failed',
    reason: 'There is no backup 2026-01-01T00-00-00Z here.',
  })
}, 90_000)

test('a backup that fails is noted with its reason and told to administrators, once a day', async () => {
  mailbox = await openMailbox()
  const { config } = (await tend()).services
  config.backups.hour = new Date().getHours()
  await mkdir(dirname(config.backups.folder), { recursive: true })
  await writeFile(config.backups.folder, 'a file where the folder should be')
  await made(20 * hour)
  await look()
  await ended(2)
  const { last, newest } = await runs()
  expect(last?.error).toMatch(/ENOTDIR|EEXIST/)
  expect(newest?.name).toBe('one')
  const mail = await mailbox.next(root.email)
  expect(mail.subject).toBe('tend has no new backup')
  expect(mail.text).toMatch(/The last backup failed: (ENOTDIR|EEXIST)/)
  expect(mail.text).toContain('/system')
  await look(new Date(Date.now() + 40 * hour))
  await ended(3)
  expect(mailbox.to(root.email)).toHaveLength(1)
}, 90_000)

test('administrators are told when the newest backup is older than 36 hours', async () => {
  mailbox = await openMailbox()
  const { config } = (await tend()).services
  config.backups.hour = 3
  await made(37 * hour)
  // A failed one is none, and tonight’s was tried already.
  await made(0, 'No space left on device')
  await look()
  expect((await mailbox.next(root.email)).text).toContain('older than 36 hours')
})

test('nothing is made or said where backups by the clock are off', async () => {
  await made(400 * hour)
  await look()
  const { rows } = await platform(db =>
    db.execute(sql`select (select count(*)::int from notices where topic = 'backup.trouble') as told,
      (select count(*)::int from pgboss.job where name = 'backups.make' and state < 'completed') as asked`),
  )
  expect(rows).toEqual([{ told: 0, asked: 0 }])
  expect(jobs.map(({ name }) => name)).toContain('backups.watch')
})
