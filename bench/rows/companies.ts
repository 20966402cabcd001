/**
 * Companies with any number of submissions, written straight into a migrated database: the rows are those that tend
 * would write, at the speed of SQL. Each company has one manager, form, version and location, which bear its own
 * number; their submissions lie mixed, as they do when companies work side by side.
 */
import type { Client } from 'pg'
import { hashToken } from '#server/lib/security/secrets.ts'
import { newSessionToken } from '#server/lib/security/sessionToken.ts'
import { serverKeyOf } from '#server/test/serverKey.ts'
import { roles } from '#shared/lib/roles.ts'

const definition = JSON.stringify({
  schema: 1,
  default_language: 'en',
  scoring: { pass_percent: 50, bands: { good: 80, attention: 50 } },
  sections: [],
})

/** As much as a short check of ten questions has. */
const answers = JSON.stringify(
  Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`question_${n}`, { value: 'yes', note: '' }])),
)

/** The companies of these numbers, each with this many submissions about its location, one in twenty a draft. */
export async function fillCompanies(
  client: Client,
  { first, last, submissions }: { first: number; last: number; submissions: number },
): Promise<void> {
  const companies = 'generate_series($1::int, $2::int) company'
  const fill = (insert: string, ...values: (string | number)[]) => client.query(insert, [first, last, ...values])
  const restoreIndexes = await dropIndexes(client, ['submissions', 'submission_subjects'])
  // Foreign keys are checked by triggers, which would cost more than the rows: these are right as they are.
  await client.query('set session_replication_role = replica')
  await fill(
    `insert into companies (id, name) overriding system value select company, 'Farm ' || company from ${companies}`,
  )
  await fill(`insert into users (id, name, email) overriding system value
    select company, 'Manager ' || company, 'manager' || company || '@example.test' from ${companies}`)
  await fill(
    `insert into memberships (company_id, user_id, role_id) select company, company, $3::int from ${companies}`,
    roles.manager,
  )
  await fill(`insert into locations (id, company_id, name, type) overriding system value
    select company, company, 'Barn ' || company, 'barn' from ${companies}`)
  await fill(
    `insert into forms (id, company_id, name, description, category, status, draft, version, has_unpublished_changes)
    overriding system value
    select company, company, '{"en": "Daily pen check", "hu": "Napi ellenőrzés"}', '{}', 'animal_welfare', 'published', $3::jsonb, 1, false
    from ${companies}`,
    definition,
  )
  await fill(
    `insert into form_versions (id, company_id, form_id, number, definition, published_by) overriding system value
    select company, company, company, 1, $3::jsonb, company from ${companies}`,
    definition,
  )
  await fill(
    `with written as (
      insert into submissions (company_id, uuid, form_id, form_version_id, user_id, status, answers, score_percent, band,
        started_at, completed_at, received_at, updated_at)
      select company, uuidv7(), company, company, company,
        case when n % 20 = 0 then 'draft' else 'complete' end, $4::jsonb,
        case when n % 20 = 0 then null else n % 101 end,
        case when n % 20 = 0 then null when n % 101 >= 80 then 'good' when n % 101 >= 50 then 'attention' else 'act' end,
        now() - n * interval '10 minutes',
        case when n % 20 = 0 then null else now() - n * interval '10 minutes' end,
        case when n % 20 = 0 then null else now() - n * interval '10 minutes' end,
        now() - n * interval '10 minutes'
      from (
        select $1::int + k % ($2::int - $1::int + 1) company, k / ($2::int - $1::int + 1) + 1 n
        from generate_series(0, $3::int * ($2::int - $1::int + 1) - 1) k
      ) rows
      returning company_id, id
    )
    insert into submission_subjects (company_id, submission_id, location_id) select company_id, id, company_id from written`,
    submissions,
    answers,
  )
  await client.query('set session_replication_role = origin')
  await restoreIndexes()
}

/**
 * Drops the indexes of some tables that are no constraints; what makes them again, which is faster than to add a
 * million rows to them.
 */
export async function dropIndexes(client: Client, tables: string[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string; unlooked: number | null }>(
    `select indexname as name, indexdef as definition, (
      select attnum from pg_attribute where attrelid = quote_ident(indexname)::regclass and attstattarget = 0) as unlooked from pg_indexes
    where tablename = any($1) and not exists (select from pg_constraint where conname = indexname)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${client.escapeIdentifier(name)}`)
  return async () => {
    for (const { name, definition, unlooked } of rows) {
      await client.query(definition)
      // What is not to be looked at for statistics is no part of the definition.
      if (unlooked)
        await client.query(`alter index ${client.escapeIdentifier(name)} alter column ${unlooked} set statistics 0`)
    }
  }
}

/** What PostgreSQL does by itself some minutes later: its statistics, and which pages all may see. */
export const settle = (client: Client) => client.query('vacuum analyze')

/** Signs somebody in to work in a company; the token. */
export async function signIn(client: Client, user: number, company = user): Promise<string> {
  const token = newSessionToken(await serverKeyOf(client), user)
  await client.query(
    `insert into sessions (user_id, company_id, token_hash, token_expires_at, refreshable_until)
    values ($1, $2, $3, now() + interval '1 day', now() + interval '1 day')`,
    [user, company, hashToken(token)],
  )
  return token
}
