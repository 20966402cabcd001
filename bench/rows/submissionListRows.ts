/**
 * One company with 100,000 submissions of 20 forms by 50 people, straight by SQL beside `companies.ts`: each with ten
 * choices, one of which is rare and one common, and a text of some of 5,000 words; in one of ten something was found.
 * Twenty small companies lie beside it.
 */
import type { Client } from 'pg'
import { fillCompanies, settle, signIn } from './companies.ts'
import { fillForms, fillPeople, largeCompany } from './largeCompanyRows.ts'

export const submissions = 100_000

/** Of `gate` one in a thousand is `broken`, three in a hundred `na`, the others `yes`. */
const answers = `jsonb_build_object(
    'gate', jsonb_build_object('value', case when id % 1000 = 0 then 'broken' when id % 33 = 0 then 'na' else 'yes' end),
    'remark', jsonb_build_object('value', 'Looked at the pen, ' || (
      select string_agg('word' || ((id * 7919 + n * 104729) % 5000), ' ') from generate_series(1, 12) n
    ) || case when id % 5000 = 0 then ' vályú megrepedt' else '' end))
  || (select jsonb_object_agg('question_' || n, '{"value": "yes", "note": ""}'::jsonb) from generate_series(1, 9) n)`

/** Fills a migrated, empty database. */
export async function fillSubmissionLists(client: Client): Promise<void> {
  await fillCompanies(client, { first: 1, last: largeCompany - 1, submissions: 1000 })
  await fillCompanies(client, { first: largeCompany, last: largeCompany, submissions })
  const fill = (statement: string) => client.query(statement.replaceAll(':company', String(largeCompany)))
  // Foreign keys are checked by triggers, which would cost more than the rows: these are right as they are.
  await client.query('set session_replication_role = replica')
  await fillPeople(fill)
  await fillForms(fill)
  await fill(
    `update submissions set answers = ${answers}, critical_failed = (id % 50 = 0)::int where company_id = :company`,
  )
  await fill(`update submissions set
      words = answer_words(answers, company_id, array['remark', '=gate'] || array(select '=question_' || n from generate_series(1, 9) n))
    where company_id = :company`)
  await fill(`insert into findings (company_id, submission_id, form_id, question_id, severity, user_id, found_at)
    select :company, id, form_id, 'gate', 'attention', user_id, completed_at
    from submissions where company_id = :company and status = 'complete' and id % 10 = 1`)
  await client.query('set session_replication_role = origin')
  await settle(client)
}

/** Whether it is all there: findings come last. */
export const isFilled = async (client: Client): Promise<boolean> =>
  (await client.query('select from findings limit 1')).rowCount === 1

export const signInThere = (client: Client): Promise<string> => signIn(client, largeCompany)
