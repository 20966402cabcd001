/** One company out of a tend, and into another one in which other companies work. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createZstdDecompress } from 'node:zlib'
import { and, eq } from 'drizzle-orm'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { companies as companyCalls } from '#shared/companies/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { sealing } from '#shared/sealing/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { sessions } from '../../accounts/sessionTable.ts'
import { users } from '../../accounts/table.ts'
import { memberships } from '../../companies/table.ts'
import { bringFrom, describeBrought, exportTo } from '../../companyCommands.ts'
import { companyLayout, leftOut } from '../../companyLayout.ts'
import { files } from '../../files/table.ts'
import { backUp } from '../../lib/backup/backUp.ts'
import { tablesOfCompany } from '../../lib/backup/companyTables.ts'
import { restore } from '../../lib/backup/restore.ts'
import { rewritesOf } from '../../lib/backup/restoreCompany.ts'
import { filePath } from '../../lib/backup/rewriting.ts'
import { listFiles, type Manifest } from '../../lib/backup/snapshot.ts'
import { readConfig } from '../../lib/config/config.ts'
import { folderStorage } from '../../lib/files/storage.ts'
import { prepareJobs } from '../../lib/jobs/jobs.ts'
import { hashToken } from '../../lib/security/secrets.ts'
import { newSessionToken } from '../../lib/security/sessionToken.ts'
import { jobs } from '../../registry.ts'
import { type Running, startTend } from '../../start.ts'
import { type FilledCompany, filledCompany } from '../filledCompany.ts'
import { publishedForm } from '../forms.ts'
import { seeded } from '../kills/random.ts'
import { connect, emptyDatabase, newDatabase } from '../nodes/nodes.ts'
import { belongs, type Person, personWith, platform, stranger } from '../people.ts'
import { complete } from '../submissions.ts'
import { tend, workOn } from '../tend.ts'

const kills = 12
const inLongRun = test.runIf(process.env.LONG)

let place: string
let other: Running
let otherUrl: string
let farm: FilledCompany
let dairy: FilledCompany
let faultsThere: unknown[]
let locationsThere: string[]
let exported: { name: string; manifest: Manifest; place: string }
let whole: { name: string; manifest: Manifest }

const layout = companyLayout(null)
const nothing = () => {}
const folderOf = (name: string) => folderStorage(join(place, name))

beforeAll(async () => {
  await filledCompany()
  place = await mkdtemp(join(tmpdir(), 'tend-company-'))
  otherUrl = await newDatabase()
  const settings = { DATA_DIR: join(place, 'other'), LOG_LEVEL: 'error', BACKUP_HOUR: 'off', BACKUP_DRILL: 'off' }
  const config = readConfig(settings, { demo: false, version: '1.3.9' })
  other = await startTend(config, otherUrl, { worksJobs: false })
  // Mails leave, as in the tend of the tests.
  Object.assign(config, { smtpUrl: 'smtp://127.0.0.1:1' })
  const back = workOn(other, otherUrl)
  farm = await filledCompany()
  dairy = await filledCompany()
  await belongs(dairy.boss, farm.id, 3000)
  faultsThere = await faults(farm.boss)
  locationsThere = (await farm.boss.call(locations.list, { per_page: 100 })).data.map(({ name }) => name)
  const { storage } = other.services
  exported = await exportTo({
    ...{ config, ownerUrl: otherUrl, wanted: String(farm.id), folder: join(place, 'export'), version: '1.3.9' },
    ...{ secrets: {}, onProgress: nothing },
  })
  whole = await backUp({
    ...{ ownerUrl: otherUrl, storage, target: folderOf('whole'), version: '1.3.9', sealingSecret: undefined },
    ...{ secrets: {}, now: new Date() },
  })
  await back()
}, 600_000)

afterAll(async () => {
  await other?.stop()
  await rm(place, { recursive: true, force: true })
})

async function faults(boss: Person) {
  const found: { position: number; fault: string; fields: string[] }[] = []
  for (let after = 0; ; ) {
    const part = await boss.call(sealing.check, { after })
    found.push(...part.faults.map(({ position, fault, fields }) => ({ position, fault, fields })))
    if (part.checked_to >= part.last) return found
    after = part.checked_to
  }
}

/** Brings a company into the tend of the tests. */
async function bring(
  wanted: string,
  from: { target: string; name: string },
  { isTrial = false, hasMail = true }: { isTrial?: boolean; hasMail?: boolean } = {},
) {
  const { services, ownerUrl } = await tend()
  const config = { ...services.config, ...(!hasMail && { smtpUrl: undefined }) }
  return bringFrom({
    ...{ config, ownerUrl, machine: services, target: folderOf(from.target), name: from.name, wanted },
    ...{ secrets: {}, isTrial, prepare: (url: string) => prepareJobs(url, jobs), onProgress: nothing },
  })
}

/** Somebody who has just signed in to a company. */
async function signedIn(id: number, companyId: number): Promise<Person> {
  const token = newSessionToken((await tend()).services.serverKey, id)
  const later = new Date(Date.now() + 3600_000)
  const session = { userId: id, companyId, tokenHash: hashToken(token), tokenExpiresAt: later, refreshableUntil: later }
  const [user] = await platform(async db => {
    await db.insert(sessions).values(session)
    return db.select().from(users).where(eq(users.id, id))
  })
  return personWith(token, { id, name: user?.name ?? '', email: user?.email ?? '' })
}

/** How many rows each table has, by company where it has one. */
async function countsIn(url: string): Promise<Record<string, number>> {
  const client = await connect(url, { asOwner: true })
  const { rows: tables } = await client.query(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'realtime%'",
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables)
    counts[name] = (await client.query(`select count(*)::int as count from "${name}"`)).rows[0].count
  await client.end()
  return counts
}

test('every table is exported or left out with a reason, and every column of it is known', async () => {
  const client = await connect(otherUrl, { asOwner: true })
  const tables = await tablesOfCompany(client, farm.id, layout)
  const { rows } = await client.query("select tablename as name from pg_tables where schemaname = 'public'")
  await client.query('create table novelties (id int, company_id int not null references companies (id))')
  const added = await tablesOfCompany(client, farm.id, layout)
  const novel = added.find(({ table }) => table === 'novelties')
  await client.query('alter table novelties drop column company_id')
  await expect(tablesOfCompany(client, farm.id, layout)).rejects.toThrow('novelties is neither')
  await client.query('drop table novelties')
  await client.end()
  const known = [...tables.map(({ table }) => table), ...Object.keys(leftOut)]
  expect(known.sort()).toEqual(rows.map(({ name }) => name).sort())
  for (const table of tables) expect(() => rewritesOf(table, layout), table.table).not.toThrow()
  expect(() => novel && rewritesOf(novel, layout)).toThrow('novelties.id')
})

test('an export has all rows of its company, none of another, and its files alone', async () => {
  const target = folderOf('export')
  const client = await connect(otherUrl, { asOwner: true })
  const people = new Set<string>()
  for (const part of exported.manifest.tables) {
    const content = await text((await target.open(part.path)).pipe(createZstdDecompress()))
    const rows = content
      .split('\n')
      .slice(0, -1)
      .map(line => line.split('\t'))
    const at = part.columns.indexOf('company_id')
    for (const row of rows) if (at >= 0) expect(row[at], part.table).toBe(String(farm.id))
    if (part.table === 'public.companies') expect(rows.map(row => row[0])).toEqual([String(farm.id)])
    const emails = rows.map(row => row[part.columns.indexOf('email')] ?? '')
    if (part.table === 'public.users') for (const email of emails) people.add(email)
    if (at < 0) continue
    const { rows: counted } = await client.query(
      `select count(*)::int as count from ${part.table} where company_id = $1`,
      [farm.id],
    )
    expect(rows.length, part.table).toBe(counted[0].count)
    expect(rows.length, part.table).toBeGreaterThan(0)
  }
  await client.end()
  expect([...people]).toContain(farm.hand.email)
  // Nobody works there in both but this one.
  expect([...people]).toContain(dairy.boss.email)
  expect([...people]).not.toContain(dairy.hand.email)
  let count = 0
  for await (const { path } of listFiles(target, exported.manifest)) {
    expect(path).toMatch(new RegExp(`^${farm.id}/`))
    count++
  }
  expect(count).toBeGreaterThan(0)
})

test('the secret of an API key stays behind, as its hash does', async () => {
  const target = folderOf('export')
  const client = await connect(otherUrl, { asOwner: true })
  const { rows: secrets } = await client.query(
    `select s.token_hash as hash, k.hint from sessions s join api_keys k on k.user_id = s.user_id
     where k.company_id = $1`,
    [farm.id],
  )
  await client.end()
  expect(secrets.length).toBeGreaterThan(0)
  expect(exported.manifest.tables.map(({ table }) => table)).not.toContain('public.api_keys')
  expect(exported.manifest.tables.map(({ table }) => table)).not.toContain('public.sessions')
  for (const part of exported.manifest.tables) {
    const content = await text((await target.open(part.path)).pipe(createZstdDecompress()))
    for (const { hash } of secrets) expect(content, part.table).not.toContain(hash)
  }
})

test('an export is no backup: it is not restored as one, nor made where backups are', async () => {
  const { config } = other.services
  const asked = { config, ownerUrl: otherUrl, wanted: String(farm.id), version: '1.3.9', secrets: {} }
  await expect(exportTo({ ...asked, folder: join(place, 'whole'), onProgress: nothing })).rejects.toThrow('its own')
  await expect(
    restore({
      ...{ ownerUrl: await emptyDatabase(), storage: null, target: folderOf('export'), name: exported.name },
      ...{ secrets: {}, prepare: async () => {} },
    }),
  ).rejects.toThrow('is an export of the company')
})

test('a dry run says who is known and who is not, and changes nothing', async () => {
  const { ownerUrl } = await tend()
  const [known, claimed] = [await stranger(), await stranger()]
  const become = (person: Person, email: string, emailConfirmedAt: Date | null) =>
    platform(db => db.update(users).set({ email, emailConfirmedAt }).where(eq(users.id, person.id)))
  await become(known, farm.hand.email.toUpperCase(), new Date())
  await become(claimed, dairy.boss.email, null)
  // Deliveries of what the tests made write beside it.
  const rowsOf = async () => {
    const { companies, users: people, memberships: members, locations: places, seals } = await countsIn(ownerUrl)
    return { companies, people, members, places, seals }
  }
  const before = await rowsOf()
  const plan = await bring(String(farm.id), { target: 'export', name: exported.name }, { isTrial: true })
  expect(await rowsOf()).toEqual(before)
  const as = (email: string) => plan.people.find(person => person.email === email)?.as
  expect([as(farm.hand.email), as(farm.boss.email), as(dairy.boss.email)]).toEqual([
    ...['matched', 'created', 'without_address'],
  ])
  expect(plan).toMatchObject({ id: null, rows: 0 })
  expect(describeBrought(plan, 'https://farm.example')).toContain('Nothing was changed.')
  const nowhere = bring('Nowhere', { target: 'export', name: exported.name }, { isTrial: true })
  await expect(nowhere).rejects.toThrow('"Nowhere"')
  // Where no mail leaves, managers hand links over: to nobody who has an account here and no company.
  const unmailed = await bring(...([String(farm.id), { target: 'export', name: exported.name }] as const), {
    isTrial: true,
    hasMail: false,
  })
  expect(unmailed.people.find(({ email }) => email === farm.hand.email)?.as).toBe('without_address')
})

test('a forged backup reaches no file of another company', () => {
  const numbers = { company: { from: 5, to: 9 }, shift: 1000, people: new Map(), keys: new Map() }
  expect(filePath('5/a/picture.png', numbers, () => null)).toBe('9/a/picture.png')
  for (const path of ['6/picture.png', '5/../6/picture.png', '55/picture.png', '/5/picture.png', '5//picture.png'])
    expect(() => filePath(path, numbers, () => null), path).toThrow('another folder')
})

test.each(['export', 'whole'])(
  'a company comes out of a backup (%s) with its people, records, files and seals, and others stay as they were',
  async from => {
    const { ownerUrl, services } = await tend()
    const before = await countsIn(ownerUrl)
    const [hasMail, { name }] = from === 'export' ? [false, exported] : [true, whole]
    const brought = await bring(String(farm.id), { target: from, name }, { hasMail })
    const { id } = brought
    if (id === null) throw new Error('Nothing came.')
    expect(brought.name).toContain(exported.manifest.company?.name)
    // Its name is taken by the second time.
    if (from === 'whole') expect(brought.name).not.toBe(exported.manifest.company?.name)
    // Where mails leave, an address proves its owner.
    if (hasMail) expect(brought.links).toEqual([])
    const person = (email: string) => brought.people.find(each => each.email === email)?.id ?? 0
    if (from === 'export') {
      const [link] = brought.links
      expect(link).toMatchObject({ email: farm.boss.email })
      const password = 'a field of clover'
      const token = link?.path.match(/[\w-]{20,}/)?.[0] ?? ''
      const nobody = personWith('', farm.boss)
      await nobody.call(auth.resetPassword, { email: farm.boss.email, token, password })
      expect(await nobody.call(auth.login, { email: farm.boss.email, password })).toMatchObject({
        user: { id: person(farm.boss.email) },
      })
    }
    // The boss who came first is known by the second time. A new password ended the sessions of before.
    const boss = await signedIn(person(farm.boss.email), id)
    expect(await boss.call(companyCalls.get, { id })).toMatchObject({ name: brought.name })
    const there = (await boss.call(locations.list, { per_page: 100 })).data
    expect(there.map(({ name }) => name).sort()).toEqual([...locationsThere].sort())
    expect(there.every(row => row.company_id === id)).toBe(true)
    for (const list of [forms.list, submissions.list, tasks.company, messaging.list, auditLog.list]) {
      const input = list.path.includes(':id') ? { id } : {}
      expect((await boss.call(list as typeof forms.list, input as never)).data.length, list.path).toBeGreaterThan(0)
    }
    const [submission] = (await boss.call(submissions.list, {})).data
    expect((await boss.call(submissions.get, { id: submission?.id ?? 0 })).id).toBe(submission?.id)

    // The chain says of the records here what it said there, and goes on.
    expect(await faults(boss)).toEqual(faultsThere)
    const { count } = await boss.call(sealing.chain, {})
    const hand = await signedIn(person(farm.hand.email), id)
    await complete(hand, await publishedForm(boss))
    expect((await boss.call(sealing.chain, {})).count).toBe(count + 1)
    expect(await faults(boss)).toEqual(faultsThere)
    const client = await connect(ownerUrl, { asOwner: true })
    const { rows: found } = await client.query(
      `select m.words @@ ('''company:' || m.company_id || '''')::tsquery as is_own, s.words::text as words
       from messages m left join submissions s on s.company_id = m.company_id where m.company_id = $1`,
      [id],
    )
    expect(found.filter(({ is_own }) => is_own === false)).toEqual([])
    expect(found.some(({ words }) => words?.includes(`'${farm.id}:`) && farm.id !== id)).toBe(false)
    const { rows: phones } = await client.query(
      `select u.email from worker_accounts w join users u on u.id = w.user_id where w.company_id = $1`,
      [id],
    )
    // A phone's PIN never opens an account that has an address, or that was here.
    expect(phones.filter(({ email }) => email !== null)).toEqual([])
    // An API key ends: it leaves its name with what it did, and no key that anybody could renew.
    const { rows: ended } = await client.query(
      `select m.ended_at, u.email, a.subject_id is not null as has_entry,
         exists (select from api_keys k where k.user_id = u.id) as is_listed,
         exists (select from sessions s where s.user_id = u.id) as has_session
       from memberships m join users u on u.id = m.user_id
       left join audit_entries a on a.company_id = m.company_id and a.action = 'key.created' and a.subject_id = u.id
       where m.company_id = $1 and m.is_key`,
      [id],
    )
    const none = { email: null, has_entry: true, is_listed: false, has_session: false }
    expect(ended).toEqual([{ ended_at: expect.any(Date), ...none }])
    expect(brought.people.filter(({ as }) => as === 'key').map(({ name }) => name)).toEqual(['Milk recorder'])
    const own = await boss.call(sealing.keys, {})
    expect(own.every(({ generation }) => generation > 0)).toBe(true)
    await client.query("update submissions set score_percent = 1, answers = '{}' where company_id = $1", [id])
    await client.end()
    expect((await faults(boss)).length).toBeGreaterThan(faultsThere.length)

    const kept = await platform(db => db.select().from(files).where(eq(files.companyId, id)))
    expect(kept.length).toBeGreaterThan(0)
    for (const { path, size } of kept) expect(await services.storage.size(path).catch(() => size)).toBe(size)
    expect(kept.every(({ path }) => path.startsWith(`${id}/`))).toBe(true)
    expect(
      await platform(db =>
        db
          .select()
          .from(memberships)
          .where(and(eq(memberships.companyId, id), eq(memberships.userId, hand.id))),
      ),
    ).toHaveLength(1)
    const after = await countsIn(ownerUrl)
    expect(after.companies).toBe((before.companies ?? 0) + 1)
  },
)

inLongRun(
  'a kill while a company comes leaves nothing of it',
  async () => {
    const { ownerUrl, services } = await tend()
    const random = seeded(34)
    const run = () =>
      spawn(
        process.execPath,
        ['server/cli.ts', 'restore', join(place, 'export'), '--company', String(farm.id), '--json'],
        {
          env: {
            ...process.env,
            ...{ DATABASE_URL: ownerUrl, DATA_DIR: join(place, 'machine'), LOG_LEVEL: 'error' },
            FILES_STORAGE: services.storage.folder,
          },
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
    const started = Date.now()
    const first = run()
    const said = await text(first.stdout)
    const took = Date.now() - started
    expect(JSON.parse(said)).toMatchObject({ from: { id: farm.id }, id: expect.any(Number) })
    for (let kill = 0; kill < kills; kill++) {
      const before = await companiesIn(ownerUrl)
      const child = run()
      const ended = once(child, 'exit')
      await Promise.race([ended, sleep(random.between(0.3, 1) * took)])
      child.kill('SIGKILL')
      await ended
      // PostgreSQL hears a little later that the connection is gone.
      await expect.poll(() => transactionsOf(ownerUrl)).toBe(0)
      const after = await companiesIn(ownerUrl)
      // It was killed before the end, with nothing, or after it, with everything.
      for (const [company, rows] of after) expect(before.get(company) ?? rows).toBe(rows)
      const added = [...after].filter(([company]) => !before.has(company))
      expect(added.length).toBeLessThan(2)
      for (const [, rows] of added) expect(rows).toBeGreaterThan(0)
    }
    expect(JSON.parse(await text(run().stdout))).toMatchObject({ id: expect.any(Number) })
  },
  1_800_000,
)

/** The companies with how many rows of the register they have, of which a half state would have others. */
async function companiesIn(url: string): Promise<Map<number, number>> {
  const client: Client = await connect(url, { asOwner: true })
  const { rows } = await client.query(
    `select c.id, (select count(*)::int from audit_entries a where a.company_id = c.id) as rows
     from companies c`,
  )
  await client.end()
  return new Map(rows.map(({ id, rows: count }) => [id, count]))
}

async function transactionsOf(url: string): Promise<number> {
  const client = await connect(url, { asOwner: true })
  const { rows } = await client.query(
    "select count(*)::int as count from pg_stat_activity where application_name = 'tend restore'",
  )
  await client.end()
  return rows[0].count
}
