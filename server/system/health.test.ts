import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { messaging } from '#shared/messaging/contract.ts'
import { type Area, health, withBrowser } from '#shared/system/health.ts'
import { noteShipped } from '../lib/backup/shipping.ts'
import { deadLetters } from '../lib/jobs/deliveries.ts'
import { askIfDue } from '../lib/versions/newer.ts'
import { type Mailbox, openMailbox } from '../test/mailbox.ts'
import { admin, company, type Person, platform } from '../test/people.ts'
import { tend } from '../test/tend.ts'
import { describeDiagnosis, diagnose } from './doctor.ts'

let root: Person
let mailbox: Mailbox | undefined
beforeAll(async () => {
  root = await admin()
})
afterEach(async () => {
  await mailbox?.close()
  mailbox = undefined
  await platform(db => db.execute(sql`delete from backup_runs`))
  await platform(db => db.execute(sql`delete from pgboss.job where name = ${deadLetters}`))
})

async function areaOf(name: Area, options: Parameters<Person['call']>[2] = {}) {
  const { areas } = await root.call(health.get, {}, options)
  const found = areas.find(({ area }) => area === name)
  if (!found) throw new Error(`No ${name}`)
  return found
}

const ran = (hoursAgo: number, error: string | null = null, target = '/dev/null') =>
  platform(db =>
    db.execute(sql`insert into backup_runs (target, started_at, name, bytes, missing, error)
      values (${target}, now() - ${hoursAgo} * interval '1 hour', 'one', 5000, 0, ${error})`),
  )

test('there are five lights, and only the platform’s admins see them', async () => {
  const { areas, details } = await root.call(health.get, {})
  expect(areas.map(({ area }) => area)).toEqual(['email', 'address', 'data', 'backups', 'work'])
  expect(details.filter(({ kind }) => kind === 'node')).toMatchObject([{ name: '1.3.9' }])
  const data = areas.find(({ area }) => area === 'data')
  expect(data?.facts.database).toMatch(/^PostgreSQL \d+/)
  expect(data?.facts.database_size).toBeGreaterThan(1_000_000)
  expect(data?.facts.disk_size).toBeGreaterThan(Number(data?.facts.disk_free))
  const farm = await company()
  for (const person of [await farm.manager(), await farm.worker(), await farm.guest()])
    for (const call of [health.get, health.backUp, health.testEmail])
      expect(await person.refused(call, {})).toMatchObject({ status: 403 })
})

test('a backup that is new, old, failed or missing has its own light and advice', async () => {
  const { config } = (await tend()).services
  expect(await areaOf('backups')).toMatchObject({ light: 'attention', advice: 'off' })
  config.backups.hour = 3
  try {
    expect(await areaOf('backups')).toMatchObject({ light: 'attention', advice: 'never', facts: { hour: 3 } })
    await ran(37)
    expect(await areaOf('backups')).toMatchObject({ light: 'failed', advice: 'old' })
    await ran(2, null, '/proc')
    expect(await areaOf('backups')).toMatchObject({ light: 'ok', advice: 'ok', facts: { newest_size: 5000 } })
    await ran(1, null, config.dataDir)
    expect(await areaOf('backups')).toMatchObject({ light: 'ok', advice: 'sameDisk' })
    await ran(1, null, 's3://farm/backups')
    expect(await areaOf('backups')).toMatchObject({ light: 'ok', advice: 'ok' })
    await ran(1, null, config.dataDir)
    await ran(0, 'No space left on device')
    const failed = await areaOf('backups')
    expect(failed).toMatchObject({
      light: 'failed',
      advice: 'failed',
      facts: { last_error: 'No space left on device' },
    })
    expect(failed.facts.newest_folder).toBe(config.dataDir)
  } finally {
    config.backups.hour = null
  }
})

test('the health page says when a backup was proved last, and why the newest was not', async () => {
  const { config } = (await tend()).services
  expect((await areaOf('backups')).facts).toMatchObject({ proof: 'off' })
  Object.assign(config.backups, { hour: 3, hasDrill: true })
  const drilled = (hoursAgo: number, proof: string, error: string | null = null) =>
    platform(db =>
      db.execute(sql`update backup_runs set proof = ${proof}, proof_error = ${error},
        drilled_at = now() - ${hoursAgo} * interval '1 hour' where id = (select max(id) from backup_runs)`),
    )
  try {
    await ran(30)
    expect((await areaOf('backups')).facts).toMatchObject({ proof: 'none' })
    await drilled(29, 'proved')
    const { facts } = await areaOf('backups')
    expect(facts).toMatchObject({ proof: 'proved', proved: expect.stringMatching(/^20/) })
    await ran(6)
    await drilled(5, 'no_right')
    expect(await areaOf('backups')).toMatchObject({ light: 'ok', facts: { proof: 'no_right', proved: facts.proved } })
    await ran(1)
    await drilled(0, 'failed', 'table public.users: missing')
    expect(await areaOf('backups')).toMatchObject({
      light: 'failed',
      advice: 'unsound',
      facts: { proof: 'failed', proof_error: 'table public.users: missing', proved: facts.proved },
    })
    const { ownerUrl } = await tend()
    expect(await describeDiagnosis(await diagnose(config, ownerUrl))).toContain(`Last proved: ${facts.proved}`)
  } finally {
    Object.assign(config.backups, { hour: null, hasDrill: false })
  }
})

test('an admin backs up now, once, and sees when it is done', async () => {
  await Promise.all([root.call(health.backUp, {}), root.call(health.backUp, {})])
  await expect.poll(async () => (await areaOf('backups')).facts.last, { timeout: 60_000, interval: 200 }).toBe('made')
  // Rows of other tests name files that were never stored.
  expect(await areaOf('backups')).toMatchObject({ light: expect.stringMatching(/^(ok|attention)$/) })
  const runs = await platform(db => db.execute(sql`select from backup_runs`))
  expect(runs.rowCount).toBe(1)
}, 90_000)

test('a test email arrives, or the mail server’s refusal is said', async () => {
  mailbox = await openMailbox()
  expect(await root.call(health.testEmail, {})).toBeNull()
  expect((await mailbox.next(root.email)).subject).toBe('Test email from tend')
  await mailbox.close()
  mailbox = undefined
  const { mailer } = (await tend()).services
  const { send } = mailer
  mailer.send = () => Promise.reject(Object.assign(new Error(), { response: '550 No such user' }))
  try {
    expect(await root.call(health.testEmail, {})).toBe('550 No such user')
  } finally {
    mailer.send = send
  }
})

test('an undelivered message is shown with its reason, and is delivered again or discarded', async () => {
  const ids = ['11111111-58a1-4b0e-9d6f-1f1d2f3a4b5c', '22222222-58a1-4b0e-9d6f-1f1d2f3a4b5c']
  const notice = '33333333-58a1-4b0e-9d6f-1f1d2f3a4b5c'
  await platform(async db => {
    await db.execute(sql`insert into notices (id, user_id, topic, facts)
      values (${notice}, ${root.id}, 'backup.trouble', '{"why":"old","reason":""}')`)
    for (const id of ids)
      await db.execute(sql`insert into pgboss.job (id, name, data, output, source_name)
        values (${id}, ${deadLetters}, ${JSON.stringify({ noticeId: notice })}::jsonb,
          '{"message":"550 Mailbox full"}', 'deliver.mail')`)
  })
  expect(await areaOf('email')).toMatchObject({ light: 'failed', advice: 'undelivered', facts: { undelivered: 2 } })
  const letters = (await root.call(health.get, {})).details.filter(({ kind }) => kind === 'letter')
  expect(letters.map(({ id }) => id).sort()).toEqual(ids)
  expect(letters[0]).toMatchObject({ name: `${root.email} (backup.trouble)`, reason: '550 Mailbox full' })

  mailbox = await openMailbox()
  const [again = '', other = ''] = ids
  await root.call(health.settleLetter, { id: again, action: 'deliver' })
  expect((await mailbox.next(root.email)).subject).toBe('tend has no new backup')
  await root.call(health.settleLetter, { id: other, action: 'discard' })
  for (const id of ids)
    for (const action of ['deliver', 'discard'] as const)
      expect(await root.refused(health.settleLetter, { id, action })).toMatchObject({ status: 404 })
  expect(await areaOf('email')).toMatchObject({ light: 'ok', facts: { undelivered: 0 } })
})

test('a proxy that is not trusted, and an address that is not set, are named', async () => {
  const { config } = (await tend()).services
  expect(await areaOf('address')).toMatchObject({ light: 'attention', advice: 'unset', facts: { proxy: 'none' } })
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  expect(await areaOf('address', { headers })).toMatchObject({ light: 'failed', advice: 'forwarded' })
  config.publicUrl = 'https://tend.example'
  try {
    const address = await areaOf('address')
    expect(address).toMatchObject({ light: 'ok', facts: { scheme: 'http', public_url: 'https://tend.example' } })
  } finally {
    config.publicUrl = undefined
  }
})

test('what the browser sees is compared with what the server saw', () => {
  const madeAt = '2026-11-29T12:00:00.000Z'
  const facts = { public_url: 'https://tend.example', scheme: 'https', host: 'tend.example' }
  const address = { area: 'address', light: 'ok', advice: 'ok', facts } as const
  const good = { origin: 'https://tend.example', isSecure: true, isSocketOpen: true, now: Date.parse(madeAt) + 900 }
  const adviceFor = (change: Partial<typeof good>, of: Parameters<typeof withBrowser>[0] = address) =>
    withBrowser(of, madeAt, { ...good, ...change }).advice
  expect(withBrowser(address, madeAt, good)).toMatchObject({ light: 'ok', facts: { socket: 'open', clock: 1 } })
  expect(adviceFor({ isSocketOpen: false })).toBe('socket')
  expect(adviceFor({ now: good.now - 120_000 })).toBe('clock')
  expect(adviceFor({ origin: 'http://tend.example', isSecure: false })).toBe('insecure')
  expect(adviceFor({ origin: 'https://other.example' })).toBe('differs')
  // What the server found is told first where it is more urgent.
  expect(adviceFor({ origin: 'https://other.example' }, { ...address, light: 'failed', advice: 'expired' })).toBe(
    'expired',
  )
})

test('the log is saved up to a moment, and a newer version is shown where an address was set', async () => {
  const { config } = (await tend()).services
  expect((await areaOf('backups')).facts).toMatchObject({ moments: 'off' })
  expect((await areaOf('work')).facts).toEqual(expect.not.objectContaining({ newer_version: expect.anything() }))
  Object.assign(config.backups, { hour: 3, isContinuous: true })
  config.updateUrl = 'https://versions.example/tend'
  try {
    await ran(1)
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    await noteShipped(config.dataDir, { until: minutesAgo(1), archive: null, error: null })
    expect(await areaOf('backups')).toMatchObject({ light: 'ok', facts: { moments: 'log' } })
    await noteShipped(config.dataDir, { until: minutesAgo(15), archive: null, error: null })
    expect(await areaOf('backups')).toMatchObject({ light: 'attention', advice: 'log' })
    await noteShipped(config.dataDir, { until: minutesAgo(1), archive: null, error: 'No space left on device' })
    expect(await areaOf('backups')).toMatchObject({ advice: 'log', facts: { log_error: 'No space left on device' } })
    await askIfDue(config, new Date(), async () => new Response('{"version":"99.0.0"}'))
    expect((await areaOf('work')).facts).toMatchObject({ version: config.version, newer_version: '99.0.0' })
  } finally {
    Object.assign(config.backups, { hour: null })
    config.updateUrl = undefined
  }
})

test('errors by kind and messages to support are counted', async () => {
  const { recentErrors } = (await tend()).services
  recentErrors.note('GET /api/task', new Error('Broken\nparams: secret'))
  recentErrors.note('GET /api/task', new Error('Broken\nparams: other'))
  const farm = await company()
  const boss = await farm.manager()
  const before = Number((await areaOf('work')).facts.support)
  const { id } = await boss.call(messaging.create, { type: 'support' })
  await boss.call(messaging.post, { id, message_text: 'Who can help me?' })
  const { areas, details } = await root.call(health.get, {})
  const work = areas.find(({ area }) => area === 'work')
  expect(work?.facts.support).toBe(before + 1)
  expect(work?.advice).toBe('errors')
  expect(details.filter(({ kind }) => kind === 'error')).toContainEqual(
    expect.objectContaining({ name: 'GET /api/task: Error: Broken', count: 2 }),
  )
})

test('the doctor says the same at a terminal, and plainly what it cannot check', async () => {
  const { ownerUrl, services } = await tend()
  await ran(1)
  const { config } = services
  const said = await describeDiagnosis(await diagnose({ ...config, publicUrl: 'https://tend.example' }, ownerUrl))
  expect(said).toContain('✓ Address: OK\n  The settings can be used. Only a browser can check the rest')
  expect(said).toContain('Host, as the server sees it: Not known here')
  await ran(0, 'No space left on device')
  const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))
  const env = { PATH: process.env.PATH, DATABASE_URL: ownerUrl, DATA_DIR: config.dataDir }
  const { code, out } = await new Promise<{ code: unknown; out: string }>(resolve =>
    execFile(process.execPath, [cli, 'doctor'], { env }, (error, out) => resolve({ code: error?.code ?? 0, out })),
  )
  expect(code).toBe(2)
  expect(out).toContain('✗ Backups: Failed\n  The last backup failed. Read the reason, then back up again.')
  expect(out).toContain('Reason: No space left on device')
}, 180_000)
