/**
 * Tenant isolation, tested around the application: statements that no command of tend would send, on the connection
 * that serves companies. The tables are read from the database's own catalogue, so that a new one is tested too.
 */

import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { locations } from '#shared/locations/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { migrate } from '../lib/db/migrate.ts'
import { loginsOf, urlFor } from '../lib/db/roles.ts'
import { isolation } from '../registry.ts'
import { type FilledCompany, filledCompany } from './filledCompany.ts'
import { jobsDone } from './jobsDone.ts'
import { tend } from './tend.ts'

/** What sign-in alone may touch, company or not. */
const forSignInOnly = [
  ...['sessions', 'credentials', 'api_keys', 'sso_connections', 'platform_secrets'],
  ...['provisioned_users', 'provisioned_groups', 'provisioned_group_members'],
]

/** Tables whose rows the login of companies never changes. */
const onlyAddedTo = [
  ...['pass_views', 'pass_requests', 'pass_request_entries', 'pass_findings', 'pass_finding_photos', 'pass_picks'],
  ...['pass_closings', 'audit_entries', 'changes', 'subject_statuses', 'notices', 'seals', 'time_stamps'],
]

let owner: Client
let app: Client
let farm: FilledCompany
let dairy: FilledCompany
let companyTables: string[]

beforeAll(async () => {
  const { ownerUrl } = await tend()
  owner = await connect(ownerUrl)
  app = await connect(urlFor(ownerUrl, loginsOf(ownerUrl).app))
  ;[farm, dairy] = [await filledCompany(), await filledCompany()]
  const { rows } = await owner.query(`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
  companyTables = rows.map(({ name }) => name).filter(name => !forSignInOnly.includes(name))
})

afterAll(async () => {
  await owner?.end()
  await app?.end()
})

test('every table has row security on, also for its owner, and every table of a company has its policy', async () => {
  const { rows } = await owner.query(`
    select relname, relrowsecurity and relforcerowsecurity as isolated from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`)
  const policies = await owner.query(
    `select tablename, policyname, roles::text[] from pg_policies where schemaname = 'public'`,
  )
  const { app: appLogin, narrowed } = loginsOf((await tend()).ownerUrl)

  expect(rows.filter(({ isolated }) => !isolated)).toEqual([])
  expect(companyTables.length).toBeGreaterThan(10)
  for (const name of companyTables)
    expect(policies.rows).toContainEqual({ tablename: name, policyname: 'tenant', roles: [appLogin, narrowed] })
  for (const name of forSignInOnly)
    expect(policies.rows.filter(({ tablename, roles }) => tablename === name && roles.includes(appLogin))).toEqual([])
})

test('a table that declares no exception is isolated by the rule alone', async () => {
  const { app: login } = loginsOf((await tend()).ownerUrl)
  const { rows } = await owner.query<{ name: string; hasCompany: boolean; policies: string[]; grants: string[] }>(
    `select c.relname as name,
       exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)
         as "hasCompany",
       array(select polname::text from pg_policy where polrelid = c.oid order by 1) as policies,
       array(select privilege_type::text from information_schema.role_table_grants g
         where g.table_schema = 'public' and g.table_name = c.relname and g.grantee = $1 order by 1) as grants
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
    [login],
  )
  const declared = new Set(isolation.map(({ table }) => table))
  const ofCompanies = { policies: ['platform', 'tenant'], grants: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'] }
  const ofNone = { policies: ['platform'], grants: [] }

  for (const { name, hasCompany, ...found } of rows)
    if (!declared.has(name)) expect(found, name).toEqual(hasCompany ? ofCompanies : ofNone)
  expect([...declared].filter(name => !rows.some(row => row.name === name))).toEqual([])
})

test('the rule of isolation names no table', () => {
  const rule = readFileSync(new URL('../lib/db/isolation.sql', import.meta.url), 'utf8')

  expect(companyTables.filter(name => new RegExp(`\\b${name}\\b`).test(rule))).toEqual([])
})

test('a connection shows the rows of its company, all of them and no others, and none without a company', async () => {
  // What is told and made afterwards would come between two readings that are compared.
  await jobsDone()
  for (const name of companyTables) {
    const inside = async (companyId: number | null) =>
      companyIdsOn(await as(companyId, `select company_id from ${name}`))
    const stored = companyIdsOn(await owner.query(`select company_id from ${name}`))
    const of = (id: number) => stored.filter(companyId => companyId === id)

    expect(of(farm.id).length, `${name} has no row to test with: filledCompany() should make one`).toBeGreaterThan(0)
    expect(await inside(farm.id), name).toEqual(of(farm.id))
    expect(await inside(dairy.id), name).toEqual(of(dairy.id))
    expect(await inside(null), name).toEqual([])
  }
})

test('nothing is written into another company, nor changed or deleted there', async () => {
  for (const name of companyTables) {
    const inserted = `insert into ${name} (company_id) values (${dairy.id})`
    for (const companyId of [farm.id, null])
      expect(await refusal(companyId, inserted), inserted).toMatch(/row-level security/)
    if (onlyAddedTo.includes(name)) {
      for (const change of [`update ${name} set company_id = ${dairy.id}`, `delete from ${name}`])
        expect(await refusal(farm.id, change), change).toMatch(/permission denied/)
      continue
    }
    const moved = `update ${name} set company_id = ${dairy.id}`
    expect(await refusal(farm.id, moved), `update ${name}`).toMatch(/row-level security/)
    expect(
      (await as(farm.id, `update ${name} set company_id = company_id where company_id = ${dairy.id}`)).rowCount,
    ).toBe(0)
    expect((await as(farm.id, `delete from ${name} where company_id = ${dairy.id}`)).rowCount).toBe(0)
  }
})

test('people and companies are seen by those who share a company with them', async () => {
  const names = async (companyId: number | null, userId: number | null) =>
    (await as(companyId, 'select name from users order by id', userId)).rows.map(({ name }) => name)

  // A key of the company is seen like its people, because the audit log names it.
  expect(await names(farm.id, farm.hand.id)).toEqual([farm.boss.name, farm.hand.name, 'Milk recorder'])
  expect(await names(null, farm.hand.id)).toEqual([farm.hand.name])
  expect(await names(null, null)).toEqual([])
  expect((await as(farm.id, 'select id from companies')).rows).toEqual([{ id: farm.id }])
  expect((await as(null, 'select id from companies')).rows).toEqual([])
  expect((await as(farm.id, `update companies set name = 'Ours' where id = ${dairy.id}`)).rowCount).toBe(0)
  expect(await refusal(farm.id, `update users set name = 'Mine'`)).toMatch(/permission denied/)
})

test('the login that serves companies owns nothing, reads no secrets and cannot get around isolation', async () => {
  const { app: login, narrowed, owner: ownerLogin } = loginsOf((await tend()).ownerUrl)
  const [role] = (
    await owner.query(
      'select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication from pg_roles where rolname = $1',
      [login],
    )
  ).rows
  const owned = await owner.query(
    `select relname from pg_class where relowner = $1::regrole
     union all select nspname from pg_namespace where nspowner = $1::regrole
     union all select proname from pg_proc where proowner = $1::regrole`,
    [login],
  )
  const memberOf = await owner.query(
    `select roleid::regrole::text as role, rolinherit from pg_auth_members join pg_roles r on r.oid = member
     where member = $1::regrole`,
    [login],
  )

  expect(role).toEqual({
    rolsuper: false,
    rolbypassrls: false,
    rolcreatedb: false,
    rolcreaterole: false,
    rolreplication: false,
  })
  expect(owned.rows).toEqual([])
  // Into which it changes for members whose reach is part of the company, and of which it has nothing before.
  expect(memberOf.rows).toEqual([{ role: narrowed, rolinherit: false }])
  for (const name of forSignInOnly)
    for (const statement of [`select from ${name}`, `insert into ${name} default values`, `delete from ${name}`])
      expect(await refusal(farm.id, statement), statement).toMatch(/permission denied/)
  const attempts: [string, RegExp][] = [
    ['create table public.mine (a int)', /permission denied/],
    ['create schema mine', /permission denied/],
    ['alter table locations disable row level security', /must be owner/],
    ['drop policy tenant on locations', /must be owner/],
    ['truncate locations', /permission denied/],
    ['select data from pgboss.job', /permission denied/],
    ['select data from pgboss.job_common', /permission denied/],
    ['delete from pgboss.job_common', /permission denied/],
    [`set role ${ownerLogin}`, /permission denied/],
    ['set session_replication_role = replica', /permission denied/],
    ['create function mine() returns int language sql security definer as $$ select 1 $$', /permission denied/],
  ]
  for (const [statement, message] of attempts) expect(await refusal(farm.id, statement), statement).toMatch(message)
  await app.query('set row_security = off')
  expect(await refusal(farm.id, 'select from locations')).toMatch(/row-level security/)
  await app.query('reset row_security')
})

test('a reference between tables of companies always names the company', async () => {
  const { rows } = await owner.query(`
    select k.conrelid::regclass::text as from_table, k.conname as name,
      array(select a.attname::text from unnest(k.conkey) n
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n) as columns,
      array(select a.attname::text from unnest(k.confkey) n
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = n) as targets,
      k.confrelid::regclass::text as to_table
    from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace`)
  const between = rows.filter(
    ({ from_table, to_table }) => companyTables.includes(from_table) && companyTables.includes(to_table),
  )

  expect(between.length).toBeGreaterThan(15)
  for (const reference of between) {
    expect(reference.columns, reference.name).toContain('company_id')
    expect(reference.targets, reference.name).toContain('company_id')
  }
})

test('the database itself refuses a reference into another company, even without row-level security', async () => {
  const wrong = [
    `update animals set animal_group_id = ${dairy.group.id} where company_id = ${farm.id}`,
    `update locations set parent_id = ${dairy.place.id} where company_id = ${farm.id}`,
    `update tasks set form_id = ${dairy.form.id} where company_id = ${farm.id}`,
    `update sent_tasks set user_id = ${dairy.hand.id} where company_id = ${farm.id}`,
    `update submissions set task_sent_id = ${dairy.sent.id} where company_id = ${farm.id}`,
    `update submission_subjects set location_id = ${dairy.place.id} where company_id = ${farm.id}`,
    `update submission_subjects set location_id = null, vehicle_id = ${dairy.vehicle.id} where company_id = ${farm.id}`,
    `update files set submission_id = ${dairy.submission.id} where company_id = ${farm.id}`,
  ]
  for (const statement of wrong)
    await expect(owner.query(statement), statement).rejects.toMatchObject({ code: '23503' })
})

test('five hundred requests of two companies at once never show one the rows of the other', async () => {
  const answers = await Promise.all(
    Array.from({ length: 500 }, async (_, index) => {
      const { id, boss } = index % 2 ? farm : dairy
      // Every tenth fails in the middle of its transaction, which must leave nothing behind on its connection.
      if (index % 10 === 0) await boss.refused(locations.create, { name: 'Nowhere', type: 'pen', parent_id: 2_000_000 })
      const { data } = await (index % 3 ? boss.call(locations.list, {}) : boss.call(tasks.company, { id }))
      return { id, companies: new Set(data.map(row => row.company_id)) }
    }),
  )

  for (const { id, companies } of answers) expect(companies).toEqual(new Set([id]))
})

test('the next start leaves isolation alone while others write, and restores changed parts', async () => {
  const { ownerUrl } = await tend()
  const writer = await connect(ownerUrl)
  await writer.query('begin')
  await writer.query('lock table locations in row exclusive mode')
  await migrate(ownerUrl, { isolation, prepare: async () => {} })
  await writer.end()

  await owner.query('drop policy tenant on locations')
  await owner.query(`grant select on platform_secrets to ${loginsOf(ownerUrl).app}`)
  await migrate(ownerUrl, { isolation, prepare: async () => {} })
  expect((await as(farm.id, 'select company_id from locations')).rows).toContainEqual({ company_id: farm.id })
  expect(await refusal(farm.id, 'select from platform_secrets')).toMatch(/permission denied/)
})

test('a new table of companies is isolated by the next start', async () => {
  const { ownerUrl } = await tend()
  await owner.query('create table novelties (id int, company_id int not null references companies (id))')
  try {
    await migrate(ownerUrl, { isolation, prepare: async () => {} })
    await owner.query('insert into novelties values (1, $1), (2, $2)', [farm.id, dairy.id])
    expect((await as(farm.id, 'select id from novelties')).rows).toEqual([{ id: 1 }])
    expect((await as(null, 'select id from novelties')).rows).toEqual([])
  } finally {
    await owner.query('drop table novelties')
  }
})

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

/** A statement on the connection that serves companies, with this company set; undone afterwards. */
async function as(companyId: number | null, statement: string, userId: number | null = null) {
  await app.query('begin')
  try {
    await app.query("select set_config('app.company_id', $1, true), set_config('app.user_id', $2, true)", [
      companyId?.toString() ?? '',
      userId?.toString() ?? '',
    ])
    return await app.query(statement)
  } finally {
    await app.query('rollback')
  }
}

const refusal = (companyId: number | null, statement: string): Promise<string> =>
  as(companyId, statement).then(
    () => 'not refused',
    (error: Error) => error.message,
  )

const companyIdsOn = ({ rows }: { rows: { company_id: number }[] }) => rows.map(row => row.company_id).sort()
