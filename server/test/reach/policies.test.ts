/**
 * The policies of a reach, tested around the application: statements that no command of tend would send, in the role of
 * members whose reach is part of the company. The tables are read from the database's own catalogue, so that a new one
 * is asked too.
 */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reach } from '#shared/lib/reach.ts'
import { placeKeys } from '#shared/lib/reach.ts'
import { loginsOf, urlFor } from '../../lib/db/roles.ts'
import { type FilledCompany, filledCompany } from '../filledCompany.ts'
import { tend } from '../tend.ts'

/** Tables that no reach narrows, and why. */
const open: Record<string, string> = {
  calendar_feeds: 'a person’s own',
  case_files: 'confidential: cases are read by those whom the role names, and are about no place',
  case_messages: 'as case_files',
  case_readings: 'as case_files',
  cases: 'as case_files',
  changes: 'ids, and states that are asked by the reach of their rows (`incremental.test.ts`)',
  company_plans: 'of the company itself',
  conversation_members: 'conversations go by membership alone',
  conversations: 'as conversation_members',
  erased_submissions: 'names that stay taken, of nothing that is there',
  file_pieces: 'a person’s own',
  form_library: 'forms are meant for every place',
  form_pictures: 'as form_library',
  form_tables: 'as form_library',
  form_versions: 'as form_library',
  forms: 'as form_library',
  guide_approvals: 'guides are meant for every place',
  guide_files: 'as guide_approvals',
  guide_readings: 'as guide_approvals',
  guide_versions: 'as guide_approvals',
  guides: 'as guide_approvals',
  idempotency_keys: 'a person’s own',
  invite_forms: 'colleagues are seen by all',
  invites: 'as invite_forms',
  list_settings: 'a person’s own',
  list_views: 'filters, which show what their reader may see',
  map_pictures: 'the picture of the farm names nothing',
  memberships: 'as invite_forms',
  message_acknowledgements: 'as conversation_members',
  message_attachments: 'as conversation_members',
  message_reactions: 'as conversation_members',
  message_reads: 'as conversation_members',
  message_reports: 'as conversation_members',
  message_retention: 'of the company itself',
  message_versions: 'as conversation_members',
  messages: 'as conversation_members',
  messaging_preferences: 'a person’s own',
  notice_mutes: 'a person’s own',
  notice_preferences: 'a person’s own',
  notices: 'a person’s own, read while they see what it is about (`kept.test.ts`)',
  pass_packs: 'as pass_views; what is inside is read by the reach of the pass',
  pass_closings: 'as pass_views',
  pass_finding_photos: 'as pass_views',
  pass_findings: 'as pass_views',
  pass_picks: 'as pass_views',
  pass_request_entries: 'as pass_views',
  pass_requests: 'as pass_views',
  pass_templates: 'as pass_views',
  pass_views: 'of passes, which managers of the whole company issue and read',
  passes: 'as pass_views',
  person_blocks: 'as conversation_members',
  public_links: 'as form_library',
  receipt_counters: 'a number without gaps is the company’s',
  report_schedules: 'reports are counted over the reach of their reader',
  reports: 'as report_schedules',
  roles: 'of the company itself',
  sample_sets: 'ids of what was made to try out',
  seal_checks: 'hashes, whose chain is the company’s',
  seal_heads: 'as seal_checks',
  seals: 'as seal_checks',
  stored_sizes: 'one number of the company',
  time_stamps: 'as seal_checks',
  webhook_deliveries: 'of managers of the whole company; what is sent is read as the key',
  webhooks: 'as webhook_deliveries',
  worker_accounts: 'as invite_forms',
}
/** Tables of which some rows are about no place. */
const partly = { files: 'those of other rows than submissions', shares: 'of reports and guides' }
const forSignInOnly = [
  'sessions',
  'credentials',
  'platform_secrets',
  'enrolments',
  'api_keys',
  'sso_connections',
  'provisioned_users',
  'provisioned_groups',
  'provisioned_group_members',
]

let owner: Client
let app: Client
let narrowed: string
let farm: FilledCompany
let tables: string[]
let declared: Set<string>

beforeAll(async () => {
  const { ownerUrl } = await tend()
  ;[owner, app] = [
    new Client({ connectionString: ownerUrl }),
    new Client({ connectionString: urlFor(ownerUrl, loginsOf(ownerUrl).app) }),
  ]
  narrowed = loginsOf(ownerUrl).narrowed
  await Promise.all([owner.connect(), app.connect()])
  farm = await filledCompany()
  const { rows } = await owner.query<{ name: string; narrows: boolean }>(
    `select c.relname as name,
       exists (select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname
         and p.policyname = 'reach' and p.permissive = 'RESTRICTIVE' and p.cmd = 'ALL'
         and $1 = any(p.roles::text[])) as narrows
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
    [narrowed],
  )
  tables = rows.map(({ name }) => name).filter(name => !forSignInOnly.includes(name))
  declared = new Set(rows.filter(({ narrows }) => narrows).map(({ name }) => name))
})

afterAll(async () => {
  await Promise.all([owner?.end(), app?.end()])
})

/** How many rows of a table somebody sees, by default nobody of the company. */
async function count(table: string, reach: Reach | null, userId = 1_999_999_999): Promise<number> {
  const list = (values: readonly unknown[]) => `{${values.join(',')}}`
  await app.query('begin')
  try {
    await app.query(
      `select set_config('role', $1, true), set_config('app.company_id', $2, true), set_config('app.user_id', $3, true),
         set_config('app.reach_locations', $4, true), set_config('app.reach_groups', $5, true),
         set_config('app.reach_vehicles', $6, true), set_config('app.reach_places', $7, true)`,
      [
        ...[reach ? narrowed : 'none', String(farm.id), String(userId)],
        ...(reach ? [reach.locations, reach.groups, reach.vehicles, placeKeys(reach)].map(list) : ['', '', '', '']),
      ],
    )
    const { rows } = await app.query(`select count(*)::int as n from ${table}`)
    return rows[0].n
  } finally {
    await app.query('rollback')
  }
}

const nowhere: Reach = { locations: [], groups: [], vehicles: [] }

test('every table of a company says how a reach narrows it, or why none does', () => {
  expect(tables.filter(name => !declared.has(name) && !open[name])).toEqual([])
  expect(Object.keys(open).filter(name => declared.has(name) || !tables.includes(name))).toEqual([])
})

test('who works nowhere sees no row of what is narrowed, and all of the rest', async () => {
  for (const name of tables) {
    if (name in partly) expect(await count(name, nowhere), name).toBeLessThan(await count(name, null))
    else if (declared.has(name)) expect(await count(name, nowhere), name).toBe(0)
    // Jobs may add a row between the two.
    else
      await expect.poll(async () => (await count(name, null)) - (await count(name, nowhere)), { message: name }).toBe(0)
  }
})

test('who works at the barn sees what is there, but not the lorry', async () => {
  const barn = { ...nowhere, locations: [farm.place.id] }
  for (const name of ['locations', 'animal_groups', 'animals', 'animal_events', 'animal_identifiers', 'withholds'])
    expect(await count(name, barn), name).toBeGreaterThan(0)
  for (const name of ['submissions', 'submission_versions', 'submission_comments', 'findings', 'sent_tasks', 'tasks'])
    expect(await count(name, barn), name).toBe(await count(name, null))
  for (const name of ['vehicles', 'vehicle_entries', 'maintenance_plans', 'papers'])
    expect(await count(name, barn), name).toBe(0)
  const lorry = { ...nowhere, vehicles: [farm.vehicle.id] }
  for (const name of ['vehicles', 'vehicle_entries', 'maintenance_plans', 'papers'])
    expect(await count(name, lorry), name).toBe(await count(name, null))
  expect(await count('animals', lorry)).toBe(0)
})

test('a reach without words about it shows nothing', async () => {
  await app.query('begin')
  try {
    await app.query(`select set_config('role', $1, true), set_config('app.company_id', $2, true)`, [
      narrowed,
      String(farm.id),
    ])
    for (const name of ['animals', 'locations', 'submissions', 'tasks', 'vehicles'])
      expect((await app.query(`select from ${name}`)).rowCount, name).toBe(0)
  } finally {
    await app.query('rollback')
  }
})

test('how large a register is, is asked of the company, whichever rows are seen', async () => {
  await app.query('begin')
  try {
    const asked = `select company_has_more('animals', 0) as some, company_has_more('animals', 1000000) as many`
    await app.query(`select set_config('role', $1, true), set_config('app.company_id', $2, true)`, [
      narrowed,
      String(farm.id),
    ])
    expect((await app.query('select from animals')).rowCount).toBe(0)
    expect((await app.query(asked)).rows).toEqual([{ some: true, many: false }])
    // Of a company without any there are none.
    await app.query(`select set_config('app.company_id', '2000000000', true)`)
    expect((await app.query(asked)).rows).toEqual([{ some: false, many: false }])
  } finally {
    await app.query('rollback')
  }
})

test('each policy is missed where it is taken away', async () => {
  for (const name of declared) {
    await owner.query('begin')
    try {
      await owner.query(`drop policy reach on ${name}`)
      await owner.query(`select set_config('role', $1, true), set_config('app.company_id', $2, true)`, [
        narrowed,
        String(farm.id),
      ])
      const { rows } = await owner.query(`select count(*)::int as n from ${name}`)
      expect(rows[0].n, name).toBeGreaterThan(0)
    } finally {
      await owner.query('rollback')
    }
  }
})
