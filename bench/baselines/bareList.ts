/**
 * The least that Fastify and pg can do for the list of submissions: the token looked up, then tend's own SQL as the
 * owner with the company as a condition, each statement named. No validation, no rules, no query builder.
 */
import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import { Pool } from 'pg'

const perPage = 25

const session = `select s.user_id, s.company_id, s.token_expires_at, u.admin_since, u.archived_at, m.role_id
  from sessions s
  inner join users u on u.id = s.user_id
  left join memberships m on m.company_id = s.company_id and m.user_id = s.user_id and m.ended_at is null
  where s.token_hash = $1 or s.previous_token_hash = $1`
const wanted = `submissions where company_id = $1
  and ((company_id = $1 and status = 'complete') or (company_id = $1 and imported_by = $2)
    or (company_id = $1 and review_is_named and status = 'complete' and reviewer_ids && array[$2::int])
    or (company_id = $1 and user_id = $2)) and archived_at is null`
const rows = `select id, company_id, uuid, form_id, form_version_id, user_id, task_sent_id, status, score_percent, band,
  critical_failed, started_at, completed_at, device_time, received_at, imported_by, follows_id, follows_as, receipt_sequence,
  review_state, review_is_named, reviewer_ids, revision, created_at, updated_at, archived_at
  from ${wanted} order by completed_at desc, id desc limit ${perPage}`
const total = `select count(*)::int as total from ${wanted}`
const versions = `select form_versions.id, forms.name as form_name, form_versions.number as version
  from form_versions inner join forms on forms.id = form_versions.form_id
  where form_versions.company_id = $1 and form_versions.id = any($2)`
const people = 'select id, name from users where id = any($1)'
const subjects = `select submission_id, animals.name as animal, animal_groups.name as "group", locations.name as place,
  vehicles.name as vehicle, submission_subjects.vehicle_id,
  submission_subjects.animal_id, submission_subjects.animal_group_id, submission_subjects.location_id,
  coalesce(animals.status, animal_groups.status, locations.status, vehicles.status) as state,
  coalesce(animals.status_since, animal_groups.status_since, locations.status_since, vehicles.status_since) as since
  from submission_subjects
  left join animals on animals.id = submission_subjects.animal_id
  left join animal_groups on animal_groups.id = submission_subjects.animal_group_id
  left join locations on locations.id = submission_subjects.location_id
  left join vehicles on vehicles.id = submission_subjects.vehicle_id
  where submission_subjects.company_id = $1 and submission_id = any($2) order by submission_subjects.id`
const distinct = <T>(ids: T[]): T[] => [...new Set(ids)]

/** As the database counts them. */
const states = ['unknown', 'ok', 'attention', 'stop']
type Subject = { [column: string]: number | string | null }
const refOf = (subject: Subject) =>
  subject.animal_id
    ? { type: 'animal', id: subject.animal_id, name: subject.animal }
    : subject.animal_group_id
      ? { type: 'animal_group', id: subject.animal_group_id, name: subject.group }
      : subject.vehicle_id
        ? { type: 'vehicle', id: subject.vehicle_id, name: subject.vehicle }
        : { type: 'location', id: subject.location_id, name: subject.place }

const pool = new Pool({ connectionString: process.env.DATABASE_URL })
const ask = (name: string, text: string, values: unknown[]) => pool.query({ name, text, values })
const app = Fastify()

app.get('/api/form/submission', async (request, reply) => {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const hash = createHash('sha256').update(token).digest('base64url')
  const [found] = (await ask('session', session, [hash])).rows
  if (!found || found.archived_at || found.token_expires_at < new Date()) return reply.code(401).send()
  const who = [found.company_id, found.user_id]
  const [page, counted] = await Promise.all([ask('rows', rows, who), ask('total', total, who)])
  const of = (name: 'id' | 'form_version_id' | 'user_id') => distinct(page.rows.map(row => row[name]))
  const [versioned, named, about] = await Promise.all([
    ask('versions', versions, [found.company_id, of('form_version_id')]),
    ask('people', people, [of('user_id')]),
    ask('subjects', subjects, [found.company_id, of('id')]),
  ])
  const versionOf = new Map(versioned.rows.map(({ id, ...version }) => [id, version]))
  const nameOf = new Map(named.rows.map(({ id, name }) => [id, name]))
  const subjectsOf = Map.groupBy(about.rows, row => row.submission_id)
  const data = page.rows.map(({ form_version_id, created_at, ...row }) => ({
    ...row,
    ...versionOf.get(form_version_id),
    user_name: nameOf.get(row.user_id),
    subjects: (subjectsOf.get(row.id) ?? []).map(({ state, since, ...subject }) => ({
      ...refOf(subject),
      status: state === 0 ? null : { state: states[state], since },
    })),
  }))
  return { data, meta: metaOf(counted.rows[0].total, data.length) }
})

const metaOf = (total: number, shown: number) => ({
  current_page: 1,
  per_page: perPage,
  total,
  last_page: Math.max(1, Math.ceil(total / perPage)),
  from: shown === 0 ? null : 1,
  to: shown === 0 ? null : shown,
})

process.on('SIGTERM', async () => {
  await app.close()
  await pool.end()
})
console.log(`ready ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
