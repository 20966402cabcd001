/**
 * A report with all of its parts over 10,000 and 100,000 submissions of twelve weeks, and its PDF in each language,
 * with the query plans. Baselines: PostgreSQL counting the same submissions once for the report, the report for its
 * PDF.
 */
import type { Client } from 'pg'
import { questionsIn } from '#shared/forms/elements.ts'
import type { Question } from '#shared/forms/questions.ts'
import { locales } from '#shared/lib/language.ts'
import { reportParts } from '#shared/reports/rules.ts'
import { createDatabase, onDatabase, startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { ask } from './load.ts'
import { startTend } from './processes.ts'
import type { Row } from './row.ts'
import { fillCompanies, settle, signIn } from './rows/companies.ts'
import { shortForm } from './rows/sampleForm.ts'
import { median } from './statistics.ts'

const rounds = 5
/** By the number of their company; milliseconds that the report may take. */
const sizes = [
  { company: 1, submissions: 10_000, atMost: 1_000 },
  { company: 2, submissions: 100_000, atMost: 3_000 },
]

/** What chance answers each question of `sampleForm.ts`, as an expression of SQL: no two submissions say the same. */
function byChance(question: Question): string {
  if (question.type === 'text') return `'"All is well"'::jsonb`
  if (question.type === 'multiple_choice')
    return `(array['["a"]', '["a", "c"]', '["b"]'])[1 + floor(random() * 3)::int]::jsonb`
  if (question.type === 'single_choice') return `to_jsonb((array['a', 'b', 'c'])[1 + floor(random() * 3)::int])`
  return 'decimals' in question && question.decimals === 0
    ? 'to_jsonb(floor(random() * 60))'
    : 'to_jsonb(round((random() * 40)::numeric, 1))'
}

const answers = `jsonb_build_object(${shortForm.sections
  .flatMap(({ questions }) => questionsIn(questions))
  .map(question => `'${question.id}', jsonb_build_object('value', ${byChance(question)})`)
  .join(', ')})`

export async function measure(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using databases = await startDatabases(folder.path)
  const url = await createDatabase(databases.url, 'reports')
  await using tend = await startTend(`${folder.path}/data`, { DATABASE_URL: url })
  await onDatabase(url, fill)
  const rows: Row[] = []
  for (const { company, submissions, atMost } of sizes) {
    const token = await onDatabase(url, client => signIn(client, company))
    const report = `${tend.address}/api/report/${await made(`${tend.address}/api/report`, token, company)}`
    const least = await onDatabase(url, client => counting(client, company))
    // What any server in use has loaded.
    await ask(`${report}/data`, token)
    const counted: number[] = []
    for (let round = 0; round < rounds; round++) counted.push(await timeOf(`${report}/data`, token))
    const printed: number[] = []
    for (const lang of locales) printed.push(await timeOf(`${report}/pdf?lang=${lang}`, token))
    const what = `report over ${submissions.toLocaleString('en')} submissions`
    rows.push(
      {
        ...{ what, unit: 'ms', measured: median(counted) },
        baseline: { what: 'PostgreSQL, counting them once', value: least },
        budget: { on: 'measured', atMost },
      },
      {
        ...{ what: `${what}, its PDF`, unit: 'ms', measured: median(printed) },
        baseline: { what: 'the report', value: median(counted) },
        budget: { on: 'measured', atMost: 3_000 },
      },
    )
  }
  return rows
}

async function fill(client: Client): Promise<void> {
  for (const { company, submissions } of sizes)
    await fillCompanies(client, { first: company, last: company, submissions: Math.ceil(submissions / 0.95) })
  await client.query('update form_versions set definition = $1', [JSON.stringify(shortForm)])
  await client.query('update forms set draft = $1', [JSON.stringify(shortForm)])
  await client.query(`update submissions set answers = ${answers}`)
  // Spread over twelve weeks, of which the last is not over.
  await client.query(`with placed as (
      select id, percent_rank() over (partition by company_id order by id) as place from submissions where status = 'complete'
    )
    update submissions s set completed_at = now() - placed.place * interval '80 days' from placed where placed.id = s.id`)
  await settle(client)
}

async function made(url: string, token: string, company: number): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Pens', form_id: company, group_by: 'location', parts: reportParts }),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: { id: number } }).data.id
}

async function timeOf(url: string, token: string): Promise<number> {
  const begun = performance.now()
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const content = await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${Buffer.from(content)}`)
  return performance.now() - begun
}

/** How long PostgreSQL takes to count what the report is about, by the plan that is printed. */
async function counting(client: Client, company: number): Promise<number> {
  const counted = `select count(*), avg(score_percent), count(*) filter (where band = 'act') from submissions
    where company_id = ${company} and form_id = ${company} and status = 'complete' and archived_at is null
      and completed_at >= now() - interval '84 days' and completed_at < now()`
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${counted}`)
  console.log(rows.map(row => row['QUERY PLAN']).join('\n'))
  await client.query(counted)
  const begun = performance.now()
  await client.query(counted)
  return performance.now() - begun
}
