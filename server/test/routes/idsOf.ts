import { sql } from 'drizzle-orm'
import type { Database } from '../../lib/db/pools.ts'
import { randomToken } from '../../lib/security/secrets.ts'
import type { FilledCompany } from '../filledCompany.ts'
import { type Person, platform } from '../people.ts'
import { nowhere } from './asking.ts'
import type { Ids } from './expectation.ts'

const tables: Partial<Record<keyof Ids, string>> = {
  place: 'locations',
  vehicle: 'vehicles',
  group: 'animal_groups',
  animal: 'animals',
  form: 'forms',
  publicLink: 'public_links',
  libraryEntry: 'form_library',
  task: 'tasks',
  sent: 'sent_tasks',
  submission: 'submissions',
  invite: 'invites',
  role: 'roles',
  companyPlan: 'company_plans',
  file: 'files',
  conversation: 'conversations',
  message: 'messages',
  report: 'message_reports',
  guide: 'guides',
  savedReport: 'reports',
  share: 'shares',
  pass: 'passes',
  passPack: 'pass_packs',
  passTemplate: 'pass_templates',
  passRequest: 'pass_requests',
  helper: 'helpers',
  finding: 'findings',
  export: 'submission_exports',
  import: 'register_imports',
  listView: 'list_views',
  animalEvent: 'animal_events',
  withhold: 'withholds',
  paper: 'papers',
  vehicleEntry: 'vehicle_entries',
  maintenancePlan: 'maintenance_plans',
  animalMerge: 'animal_merges',
  document: 'documents',
  webhook: 'webhooks',
  webhookDelivery: 'webhook_deliveries',
  provisionedGroup: 'provisioned_groups',
}

/** The first row of each kind that a company has. */
export async function idsOf(companyId: number, hand: Person): Promise<Ids> {
  const ids = { company: companyId, user: hand.id } as Ids
  await platform(async db => {
    for (const [what, table] of Object.entries(tables)) {
      const { rows } = await db.execute<{ id: number | null }>(
        sql`select min(id) as id from ${sql.identifier(table)} where company_id = ${companyId}`,
      )
      ids[what as keyof Ids] = rows[0]?.id ?? nowhere
    }
    const own = await db.execute<{ id: number }>(sql`select min(id) as id from sessions where user_id = ${hand.id}`)
    const key = await db.execute<{ id: number | null }>(
      sql`select min(user_id) as id from api_keys where company_id = ${companyId}`,
    )
    ids.key = key.rows[0]?.id ?? nowhere
    ids.session = own.rows[0]?.id ?? nowhere
    const phone = await db.execute<{ id: number }>(sql`
      insert into enrolments (user_id, offer_hash, offer_expires_at, enrolled_at)
      values (${hand.id}, ${randomToken()}, now(), now()) returning id`)
    ids.enrolment = phone.rows[0]?.id ?? nowhere
    ids.passkey = (await passkeyOf(db, hand.id)) ?? nowhere
  })
  return ids
}

async function passkeyOf(db: Database, userId: number): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into passkeys (user_id, name, credential_id, public_key, counter, transports)
    values (${userId}, 'Phone', ${randomToken()}, '', 0, '{}') returning id`)
  return rows[0]?.id
}

/** The latest row of each table that a company has. */
export async function latestRows({ id, hand, boss }: FilledCompany): Promise<Map<string, number>> {
  const rows = new Map([
    ['companies', id],
    ['users', hand.id],
  ])
  await platform(async db => {
    const found = await db.execute<{ name: string }>(sql`
      select c.table_name as name from information_schema.columns c
      join information_schema.columns i on i.table_name = c.table_name and i.table_schema = 'public'
        and i.column_name = 'id' and i.data_type = 'integer'
      where c.table_schema = 'public' and c.column_name = 'company_id'`)
    const key = await db.execute<{ id: number | null }>(
      sql`select max(user_id) as id from api_keys where company_id = ${id}`,
    )
    if (key.rows[0]?.id) rows.set('api_keys', key.rows[0].id)
    for (const name of ['sso_links', 'sso_domains']) {
      const last = await db.execute<{ id: number | null }>(sql`select max(o.id) as id from ${sql.identifier(name)} o
        join sso_connections c on c.id = o.connection_id where c.company_id = ${id}`)
      if (last.rows[0]?.id) rows.set(name, last.rows[0].id)
    }
    for (const { name } of found.rows) {
      const first = await db.execute<{ id: number | null }>(
        sql`select max(id) as id from ${sql.identifier(name)} where company_id = ${id}`,
      )
      if (first.rows[0]?.id) rows.set(name, first.rows[0].id)
    }
    const session = await db.execute<{ id: number }>(sql`select min(id) as id from sessions where user_id = ${boss.id}`)
    const offer = await db.execute<{ id: number }>(
      sql`select min(id) as id from plans where archived_at is null and is_offered and not is_trial`,
    )
    // A phone is its worker's, and of the company by that alone.
    const phone = await db.execute<{ id: number }>(sql`
      insert into enrolments (user_id, offer_hash, offer_expires_at, enrolled_at)
      select user_id, gen_random_uuid()::text, now(), now() from worker_accounts where company_id = ${id} limit 1
        returning id`)
    rows.set('enrolments', phone.rows[0]?.id ?? nowhere)
    rows.set('passkeys', (await passkeyOf(db, boss.id)) ?? nowhere)
    rows.set('plans', offer.rows[0]?.id ?? nowhere)
    rows.set('sessions', session.rows[0]?.id ?? nowhere)
  })
  return rows
}
