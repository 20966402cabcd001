/**
 * One company of the size that the larger customers have, straight by SQL beside `companies.ts`: 50,000 submissions by
 * 50 people with 20 forms, 50,000 animals in 200 pens with two events each, 4,000 tasks with 100,000 occurrences, 5,000
 * findings. Twenty small companies lie beside it.
 */
import type { Client } from 'pg'
import { roles } from '#shared/lib/roles.ts'
import { dropIndexes, fillCompanies, settle, signIn } from './companies.ts'

/** The number of the large company and of its manager. */
export const largeCompany = 21
/** The ids of what is made here begin behind those of `fillCompanies`. */
const [people, forms, pens] = [2000, 2000, 3000]
const narrowed = people + 90

/** Fills a migrated, empty database. Who writes more rows into it settles it afterwards. */
export async function fillLargeCompany(client: Client, { settled = true } = {}): Promise<void> {
  const restoreIndexes = await dropIndexes(client, [
    ...['submissions', 'submission_subjects', 'animals', 'animal_events'],
    ...['tasks', 'task_assignees', 'sent_tasks', 'findings'],
  ])
  await fillCompanies(client, { first: 1, last: largeCompany - 1, submissions: 1000 })
  await fillCompanies(client, { first: largeCompany, last: largeCompany, submissions: 50_000 })
  const fill = (statement: string) => client.query(statement.replaceAll(':company', String(largeCompany)))
  // Foreign keys are checked by triggers, which would cost more than the rows: these are right as they are.
  await client.query('set session_replication_role = replica')
  await fill(`select setval(pg_get_serial_sequence(name, 'id'), 10000)
    from unnest(array['locations', 'companies', 'users', 'forms', 'form_versions', 'animal_groups']) name`)
  await fillPeople(fill)
  await fillForms(fill)
  // As the trigger does it, which rests here: all have the same answers.
  await fill(`update submissions set words = (
      select answer_words(answers, company_id, array(select '=question_' || n from generate_series(0, 9) n))
      from submissions where company_id = :company limit 1)
    where company_id = :company`)
  await fillAnimals(fill)
  await fillTasks(fill)
  await fillFindings(fill)
  await fillNarrowed(fill)
  await client.query('set session_replication_role = origin')
  await restoreIndexes()
  if (settled) await settle(client)
}

type Fill = (statement: string) => Promise<unknown>

/** 49 workers; `:company` is the large one in all of these. */
export async function fillPeople(fill: Fill): Promise<void> {
  await fill(`insert into users (id, name, email) overriding system value
    select ${people} + n, 'Worker ' || n, 'worker' || n || '@example.test' from generate_series(1, 49) n`)
  await fill(`insert into memberships (company_id, user_id, role_id)
    select :company, ${people} + n, ${roles.employee} from generate_series(1, 49) n`)
}

/**
 * 19 more forms, among which the submissions are spread, as they are among the people; of the manager's drafts one in
 * fifty stays theirs.
 */
export async function fillForms(fill: Fill): Promise<void> {
  await fill(`insert into forms (id, company_id, name, description, category, status, draft, version, has_unpublished_changes)
    overriding system value
    select ${forms} + n, :company, jsonb_build_object('en', 'Check number ' || n, 'hu', 'Ellenőrzés ' || n), '{}', 'animal_welfare',
      'published', draft, 1, false
    from forms, generate_series(1, 19) n where forms.id = :company`)
  await fill(`insert into form_versions (id, company_id, form_id, number, definition, published_by) overriding system value
    select ${forms} + n, :company, ${forms} + n, 1, definition, :company
    from form_versions, generate_series(1, 19) n where form_versions.id = :company`)
  await fill(`update submissions set form_id = ${forms} + 1 + id % 19, form_version_id = ${forms} + 1 + id % 19,
    user_id = ${people} + 1 + (id * 7) % 49 where company_id = :company and id % 1000 <> 0`)
}

async function fillAnimals(fill: Fill): Promise<void> {
  await fill(`insert into animal_groups (id, company_id, name, purpose, species) overriding system value
    select ${pens} + n, :company, 'Pen ' || n, 'enclosure', 'cattle' from generate_series(1, 200) n`)
  await fill(`insert into animals (company_id, name, identifier, species, sex, animal_group_id, status, status_since, created_at, updated_at)
    select :company, (array['Bella', 'Daisy', 'Rosa', 'Flora', 'Ágnes', 'Lotte'])[1 + n % 6] || ' ' || n, 'HU' || lpad(n::text, 8, '0'),
      'cattle', case when n % 2 = 0 then 'female' else 'male' end, ${pens} + 1 + n % 200, state,
      case when state = 0 then null else now() - n * interval '1 minute' end,
      now() - n * interval '3 minutes', now() - n * interval '2 minutes'
    from generate_series(1, 50000) n,
    lateral (select case when n % 97 = 0 then 3 when n % 31 = 0 then 2 when n % 3 = 0 then 1 else 0 end state) states`)
  await fill(`insert into animal_events (company_id, animal_id, type, state, day, details)
    select :company, id, 'observation', 'done', current_date - n, '{"type": "observation"}' from animals, generate_series(1, 2) n
    where company_id = :company`)
  await fill(`update submission_subjects set location_id = null, animal_id = first + (submission_id * 13) % 50000
    from (select min(id) first from animals where company_id = :company) herd
    where company_id = :company and submission_id % 2 = 0`)
}

async function fillTasks(fill: Fill): Promise<void> {
  await fill(`insert into tasks (company_id, title, priority, starts_at, due_after, timezone, form_id, created_by, created_at, updated_at)
    select :company, 'Clean trough ' || n, 'normal', '2026-11-01T08:00:00', 'PT12H', 'UTC', ${forms} + 1 + n % 19, :company,
      now() - n * interval '2 hours', now() - n * interval '2 hours' from generate_series(1, 4000) n`)
  await fill(`insert into task_assignees (company_id, task_id, user_id)
    select :company, id, ${people} + 1 + id % 49 from tasks where company_id = :company`)
  await fill(`insert into task_subjects (company_id, task_id, animal_group_id)
    select :company, id, ${pens} + 1 + id % 200 from tasks where company_id = :company`)
  // Of each task 25 days; three in four of the last day are done, and all before it.
  await fill(`insert into sent_tasks (company_id, task_id, user_id, starts_at, due_at, seen_at, completed_at, completed_by)
    select :company, id, worker, start, start + interval '12 hours', start,
      case when is_done then start + interval '5 hours' end, case when is_done then worker end
    from tasks, generate_series(0, 24) day,
    lateral (select date_trunc('hour', now()) - day * interval '1 day' - (id % 14) * interval '1 hour' start,
      ${people} + 1 + (id + day) % 49 worker, day > 0 or id % 4 > 0 is_done) each
    where company_id = :company`)
  await fill(`update submissions set task_sent_id = occurrence from (
      select submission, occurrence
      from (select id submission, row_number() over (order by id) place from submissions where company_id = :company and status = 'complete') filled
      join (select id occurrence, row_number() over (order by id) place from sent_tasks where completed_at is not null) done using (place)
    ) pairs where id = submission and id % 2 = 0`)
}

/** One in ten found something, which nobody closed of the last hundred; every tenth of these led to a task. */
async function fillFindings(fill: Fill): Promise<void> {
  await fill(`insert into findings (company_id, submission_id, form_id, question_id, severity, user_id, found_at, task_id, closed_at, closed_how)
    select :company, submission, form_id, 'gate', case when place % 3 = 0 then 'critical' else 'attention' end, user_id, completed_at, task,
      case when place > 100 then completed_at end, case when place > 100 then 'recheck' end
    from (select id submission, form_id, user_id, completed_at, row_number() over (order by completed_at desc) place
      from submissions where company_id = :company and status = 'complete' and id % 10 = 1) found
    left join (select id task, row_number() over (order by id) * 10 place from tasks where company_id = :company) opened using (place)`)
}

/** A manager of half the pens and of the place, and the places of rows, which triggers would have stamped. */
async function fillNarrowed(fill: Fill): Promise<void> {
  await fill(`insert into users (id, name, email) overriding system value
    values (${narrowed}, 'Manager of a half', 'half@example.test')`)
  await fill(`insert into memberships (company_id, user_id, role_id, reach_locations, reach_groups, reach_vehicles)
    select :company, ${narrowed}, ${roles.manager}, array[:company], array_agg(${pens} + n), '{}'
    from generate_series(1, 100) n`)
  await fill(`insert into animal_places (company_id, animal_id, since, places)
    select company_id, id, created_at, places_of_animal(animals) from animals where company_id = :company`)
  const stamp = (table: string, subjects: string, column: string) =>
    fill(`update ${table} r set places = a.places from (
        select ${column} as id, array_agg(subject_places(company_id, animal_id, animal_group_id, location_id, vehicle_id,
          'infinity') order by id) as places from ${subjects} where company_id = :company group by 1) a
      where r.company_id = :company and r.id = a.id`)
  await stamp('submissions', 'submission_subjects', 'submission_id')
  await stamp('tasks', 'task_subjects', 'task_id')
  // Occurrences and findings begin with the places of what they came from.
  await fill(`update sent_tasks o set places = t.places from tasks t
    where t.company_id = :company and o.company_id = t.company_id and o.task_id = t.id`)
  await fill(`update findings f set places = s.places from submissions s
    where s.company_id = :company and f.company_id = s.company_id and f.submission_id = s.id`)
}

/** Whether it is all there: the manager of a half comes last. */
export const isFilled = async (client: Client): Promise<boolean> =>
  (await client.query('select from memberships where user_id = $1', [narrowed])).rowCount === 1

/** Signs in its manager, one of its workers, and a manager of a half. */
export const signInThere = async (client: Client) => ({
  manager: await signIn(client, largeCompany),
  worker: await signIn(client, people + 10, largeCompany),
  narrowed: await signIn(client, narrowed, largeCompany),
})
