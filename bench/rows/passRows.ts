/** A company whose records an inspector reads: 100,000 submissions and 20,000 findings, at 40 barns of two sites. */
import type { Client } from 'pg'
import { passToken } from '#server/passes/door.ts'
import { serverKeyOf } from '#server/test/serverKey.ts'
import { dropIndexes, fillCompanies, settle } from './companies.ts'

const [company, barns] = [1, 100]
/** One in twenty is a draft. */
const withDrafts = 105_264

/** Fills a migrated, empty database, and issues a pass of the whole company and one of a site. */
export async function fillPasses(client: Client): Promise<{ what: string; id: number; token: string }[]> {
  await fillCompanies(client, { first: company, last: company, submissions: withDrafts })
  const restoreIndexes = await dropIndexes(client, [
    'submissions',
    'submission_subjects',
    'findings',
    'finding_subjects',
  ])
  await client.query('set session_replication_role = replica')
  await client.query(`insert into locations (id, company_id, name, type) overriding system value
    select ${barns} - 2 + n, ${company}, 'Site ' || n, 'site' from generate_series(1, 2) n`)
  await client.query(`insert into locations (id, company_id, name, type, parent_id) overriding system value
    select ${barns} + n, ${company}, 'Barn ' || n, 'barn', ${barns} - 1 + n % 2 from generate_series(1, 40) n`)
  await client.query(`update submission_subjects set location_id = ${barns} + 1 + submission_id % 40`)
  await client.query(`update submissions set places = array[array['location:' || ${barns} + 1 + id % 40]],
    critical_failed = case when id % 11 = 0 then 1 else 0 end`)
  await client.query(`insert into findings (company_id, submission_id, form_id, question_id, severity, user_id, found_at,
      closed_at, closed_how, places)
    select company_id, id, form_id, 'question_1', 'attention', user_id, completed_at,
      case when id % 2 = 0 then completed_at + interval '1 minute' end,
      case when id % 2 = 0 then 'task' end, places
    from submissions where status = 'complete' and id % 5 = 0`)
  await client.query(`insert into finding_subjects (company_id, finding_id, location_id)
    select company_id, id, ${barns} + 1 + submission_id % 40 from findings`)
  await client.query('set session_replication_role = origin')
  await restoreIndexes()
  const { rows } = await client.query<{ id: number }>(`insert into passes (company_id, holder_name, holder_office,
      reach_locations, reach_groups, reach_vehicles, kinds, shows_names, starts_at, ends_at, created_by)
    select ${company}, 'Vet', '', reach, case when reach is not null then '{}'::int[] end,
      case when reach is not null then '{}'::int[] end, '{submission,finding}', false, now(), now() + interval '1 day', ${company}
    from (values (null), (array[${barns - 1}])) reaches (reach) returning id`)
  await settle(client)
  const serverKey = await serverKeyOf(client)
  return rows.map(({ id }, index) => ({
    what: index === 0 ? 'whole company' : 'a site',
    id,
    token: passToken({ serverKey }, { companyId: company, id }),
  }))
}
