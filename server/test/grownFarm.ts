/**
 * A farm with tens of thousands of all that lists show and that the large company of the bench has few of, and what
 * each list is asked for with it. A list that is new and not named here fails `largeRegisters.test.ts`.
 */
import type { Client } from 'pg'
import { companies } from '#shared/companies/contract.ts'
import { roles } from '#shared/companies/roles.ts'
import { dropIndexes, settle, signIn } from '../../bench/rows/companies.ts'
import type { Running } from '../start.ts'
import { filledCompany } from './filledCompany.ts'
import type { Values } from './listCalls.ts'
import { copyRows } from './manyRows.ts'
import { idsOf } from './routes/idsOf.ts'
import { expectations } from './routes/routeExpectations.ts'
import { workOn } from './tend.ts'

/** What a farm has many of, what a company can have some thousands of at most, and what some hundreds. */
const [many, some, few] = [20_000, 2_000, 500]

type Who = 'boss' | 'worker' | 'listener'
type Walk =
  | {
      of: 'farm' | 'company' | 'registers'
      who?: Who
      values?: Values
      /** Filters that stand only beside another; they are asked for where the large company is. */
      without?: string[]
      /**
       * More rows than a page may be sorted: always, or where this is asked for; and why no index could give the order.
       */
      sorted?: Sorted
      /** More rows than lists count may be come upon, and why. */
      read?: { rows: number; because: string }
    }
  | { because: string }
type Sorted = { rows: number; for?: string; because: string }

const farBack: Sorted = {
  rows: 1.1 * many,
  for: 'page',
  because:
    'beyond two thousand rows of what belongs to one row, to sort all of them is no slower than to go ' +
    'through their index',
}
const byName: Sorted = {
  rows: 1.1 * some,
  because: 'in the order of names in the language of the reader, and there are few',
}
const found: Sorted = { rows: 300, for: 'search', because: 'what the words are found in is put in order' }
const ofPlatform = { because: 'it is of the platform, whose people alone ask for it, and of no company' }

/** Where each list is walked. */
export const walked: Record<string, Walk> = {
  'users.list': ofPlatform,
  'companies.list': ofPlatform,
  'keys.list': { because: 'a company has at most 50 live keys, and each that ended was made by hand' },
  'webhooks.list': { because: 'a company has at most 20' },
  'webhooks.deliveries': { of: 'farm' },
  'dashboard.companies': ofPlatform,
  'auditLog.list': { of: 'farm' },
  'companies.members': { of: 'farm', sorted: farBack },
  'invites.list': { of: 'farm', sorted: farBack },
  'roles.list': { because: 'a company has at most 1,998 roles of its own: their ids say so' },
  'plans.list': { because: 'a company has one plan after another, some dozens in all' },
  'locations.list': { of: 'registers', sorted: found },
  'locations.statuses': { of: 'farm', sorted: farBack },
  'papers.list': { of: 'farm', sorted: farBack },
  'vehicles.list': { of: 'farm' },
  'vehicles.statuses': { of: 'farm', sorted: farBack },
  'vehicleLog.list': { of: 'farm', sorted: farBack },
  'vehicleLog.events': { of: 'farm', sorted: farBack },
  'animalGroups.list': { of: 'registers', sorted: found },
  'animalGroups.statuses': { of: 'farm', sorted: farBack },
  'animals.list': { of: 'company' },
  'animals.statuses': { of: 'farm', sorted: farBack },
  'animalEvents.list': { of: 'registers' },
  'groupEvents.list': { of: 'registers' },
  'groupEvents.members': { of: 'registers' },
  'imports.lines': { of: 'farm' },
  'documents.list': { of: 'farm' },
  'forms.list': { of: 'farm', sorted: byName },
  'publicLinks.list': { of: 'farm' },
  'publicLinks.labels': { of: 'farm' },
  'submissions.list': { of: 'company', without: ['question_id', 'answer', 'flagged', 'answers_of', 'company_id'] },
  'reviews.comments': { of: 'farm', sorted: farBack },
  'cases.list': { of: 'farm', who: 'listener' },
  'corrections.history': { of: 'farm' },
  'exports.list': { of: 'farm' },
  'findings.list': { of: 'farm' },
  'tasks.list': { of: 'company' },
  'tasks.sent': { of: 'company', who: 'worker' },
  'tasks.company': { of: 'company' },
  'messaging.list': {
    of: 'farm',
    sorted: { rows: some + 100, because: 'it is what one person is in, by the last word of each' },
  },
  'messaging.reports': { of: 'farm' },
  'guides.list': {
    of: 'farm',
    sorted: { rows: few + 100, because: 'what the reader still has to confirm comes first, and there are few' },
  },
  'guides.all': {
    of: 'farm',
    read: { rows: 1.1 * 100 * some, because: 'of each guide of the page all readers are counted' },
    sorted: { rows: few + 100, because: 'titles are in the language of the reader, and there are few' },
  },
  'guides.versions': { of: 'farm', sorted: { rows: 2 * few, because: 'they are those of one guide, and few' } },
  'guides.readers': { of: 'farm', sorted: farBack },
  'reports.list': { of: 'farm', sorted: farBack },
  'reports.submissions': { because: 'server/reports/large.long.test.ts looks at its plan with 100,000 submissions' },
  'shares.list': { of: 'farm' },
  'passes.list': { because: 'a company has at most 50 live passes, and each that ended was made by hand' },
  'passes.log': { because: 'one index has the entries of one pass in their order' },
  'passTemplates.list': { because: 'a company has at most 50, and each that is archived was made by hand' },
  'passPages.records': {
    because: 'it has the conditions of those of submissions and findings, and is read by passes alone',
  },
  'notices.list': { of: 'farm', sorted: farBack },
}

/** Makes a farm in this tend, and copies of all that it has. */
export async function growFarm(tend: Running, owner: Client, url: string) {
  // Both number their people from one.
  await owner.query("update users set email = 'large-' || email")
  const takeBack = workOn(tend, url)
  try {
    const { id, boss, hand } = await filledCompany()
    const rules = [{ action: ['read' as const], subject: 'Case' as const }]
    const role = await boss.call(roles.create, { name: 'Listener', standing: 'above_employee', rules })
    await boss.call(companies.changeRole, { id, user_id: hand.id, role_id: role.id })
    const ids = await idsOf(id, hand)
    const restoreIndexes = await dropIndexes(owner, [
      ...[...copied, 'vehicles', 'subject_statuses', 'notices', 'audit_entries'],
      ...['findings', 'finding_subjects'],
    ])
    await owner.query('set session_replication_role = replica')
    await copyAll(owner, id, boss.id)
    await owner.query('set session_replication_role = origin')
    await restoreIndexes()
    await settle(owner)
    const { rows } = await owner.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace ` +
        `and reltuples >= ${few}`,
    )
    return {
      id,
      big: rows.map(({ name }) => name),
      people: {
        boss: { company: id, user: boss.id, token: await signIn(owner, boss.id, id) },
        listener: { company: id, user: hand.id, token: await signIn(owner, hand.id, id) },
      },
      values: {
        search: ['nobody', '4711'],
        answer: 'yes',
        answers_of: 'question_1',
        ...{
          animal_id: ids.animal,
          animal_group_id: ids.group,
          group_id: ids.group,
          location_id: ids.place,
          works_at: `location:${ids.place}`,
          vehicle_id: ids.vehicle,
          assignee_id: boss.id,
        },
        ...{
          form_id: ids.form,
          user_id: hand.id,
          actor_id: boss.id,
          holder_id: hand.id,
          owner_id: boss.id,
          created_by: boss.id,
        },
        ...{
          submission_id: ids.submission,
          mother_id: ids.animal,
          father_id: ids.animal,
          parent_id: ids.place,
          outside: ids.place,
        },
        ...{
          from: '2026-01-01',
          to: '2026-10-01',
          on: '2026-10-01',
          ends_from: '2026-01-01',
          ends_before: '2026-10-01',
        },
        ...{ updated_after: '2026-10-01T00:00:00Z', company_id: id, role_id: ids.role, version: 1, breed: 'Fleckvieh' },
        ...{
          action: 'entry.created',
          subject_type: 'Animal',
          subject_id: ids.animal,
          question_id: 'question_1',
          changeable: 'true',
          unread: 'true',
          uuid: crypto.randomUUID(),
        },
      } as Values,
      inputOf: (name: string): Values => {
        const input = expectations[name]?.row?.(ids, ids) ?? {}
        return (Array.isArray(input) ? input[0] : input) as Values
      },
    }
  } finally {
    await takeBack()
  }
}

/** What the farm gets many of, each as it is. */
const copied = [
  'cases',
  'documents',
  'papers',
  'submission_comments',
  'vehicle_entries',
  'register_import_lines',
  'webhook_deliveries',
]

async function copyAll(client: Client, farm: number, boss: number): Promise<void> {
  const copy = (table: string, total: number, vary: Record<string, string> = {}, only?: string) =>
    copyRows(client, farm, { table, total, vary, ...(only && { only }) })
  const idOf = async (choice: string, table: string, only = 'true') =>
    (await client.query<{ id: number }>(`select ${choice}(id) as id from "${table}" where ${only}`)).rows[0]?.id ?? 0
  const own = `company_id = ${farm}`
  /** Copies a table, and each copy has what belongs to the first row of it. */
  const copyWith = async (
    table: string,
    total: number,
    vary: Record<string, string>,
    belonging: [table: string, column: string, more?: string][],
  ) => {
    const first = await idOf('min', table, own)
    const last = await idOf('max', table)
    await copy(table, total, vary, `id = ${first}`)
    for (const [name, column, more = 'true'] of belonging)
      await copy(
        name,
        total,
        { [column]: `${last} + n` },
        `ctid = (select min(ctid) from "${name}" where ${column} = ${first} and ${more})`,
      )
  }

  await client.query(
    `insert into users (name, email) select 'Hand ' || n, 'hand' || n || '@example.test' from ` +
      `generate_series(1, ${some}) n`,
  )
  const hands = (await idOf('max', 'users')) - some
  await client.query(
    `insert into memberships (company_id, user_id, role_id) select ${farm}, ${hands} + n, 3000 from ` +
      `generate_series(1, ${some}) n`,
  )
  await client.query(`insert into companies (name) select 'Farm beside ' || n from generate_series(1, ${some}) n`)

  for (const table of copied) await copy(table, many)
  await copy('vehicles', many, { plate: `'P' || n` })
  await copy('subject_statuses', many, { submission_id: 'null' })
  await copy('notices', many, { user_id: String(boss) })
  await copy('audit_entries', many)
  await copy('submission_versions', some, {}, `reason is not null`)
  await copyWith('findings', many, { task_id: 'null' }, [['finding_subjects', 'finding_id']])
  for (const table of ['forms', 'reports', 'shares', 'submission_exports', 'public_links']) await copy(table, some)
  await copy('invites', some, { email: `'asked' || n || '@example.test'` })
  await copyWith('guides', few, {}, [['guide_versions', 'guide_id']])
  await copy('guide_versions', few, {}, `guide_id = ${await idOf('min', 'guides', own)}`)
  await copy('guide_readings', some, { user_id: `${hands} + n` })
  await copyWith('conversations', some, {}, [['conversation_members', 'conversation_id', `user_id = ${boss}`]])
  const talks = (await idOf('max', 'conversations')) - some
  await copyWith('messages', some, { conversation_id: `${talks} + n` }, [['message_reports', 'message_id']])
}
