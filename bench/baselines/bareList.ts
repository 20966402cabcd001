/**
 * The least that Fastify and pg can do for the list of submissions: the token looked up in the database, then tend's own SQL as the
 * owner, for whom there is no wall (the company stands in the conditions instead), and the rows sent as they come. No validation, no
 * rules, no query builder.
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
  and ((company_id = $1 and status = 'complete') or (company_id = $1 and user_id = $2)) and archived_at is null`
const rows = `select id, company_id, uuid, form_id, form_version_id, user_id, task_sent_id, status, score_percent, band,
  critical_failed, started_at, completed_at, revision, created_at, updated_at, archived_at
  from ${wanted} order by completed_at desc, id desc limit ${perPage}`
const total = `select count(*)::int as total from ${wanted}`
const names = (
  ids: string,
) => `select submissions.id, forms.name as form_name, form_versions.number as version, users.name as user_name
  from submissions
  inner join forms on forms.id = submissions.form_id
  inner join form_versions on form_versions.id = submissions.form_version_id
  left join users on users.id = submissions.user_id
  where submissions.company_id = $1 and submissions.id in (${ids})`
const subjects = (
  ids: string,
) => `select submission_id, animals.name as animal, animal_groups.name as "group", locations.name as place,
  submission_subjects.animal_id, submission_subjects.animal_group_id, submission_subjects.location_id
  from submission_subjects
  left join animals on animals.id = submission_subjects.animal_id
  left join animal_groups on animal_groups.id = submission_subjects.animal_group_id
  left join locations on locations.id = submission_subjects.location_id
  where submission_subjects.company_id = $1 and submission_id in (${ids}) order by submission_subjects.id`

const pool = new Pool({ connectionString: process.env.DATABASE_URL })
const app = Fastify()

app.get('/api/form/submission', async (request, reply) => {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const hash = createHash('sha256').update(token).digest('base64url')
  const [found] = (await pool.query(session, [hash])).rows
  if (!found || found.archived_at || found.token_expires_at < new Date()) return reply.code(401).send()
  const who = [found.company_id, found.user_id]
  const [page, counted] = await Promise.all([pool.query(rows, who), pool.query(total, who)])
  const ids = page.rows.map(row => row.id)
  const places = ids.map((_, index) => `$${index + 2}`).join(', ')
  const listed = [found.company_id, ...ids]
  const [named, about] = await Promise.all([pool.query(names(places), listed), pool.query(subjects(places), listed)])
  const nameOf = new Map(named.rows.map(row => [row.id, row]))
  const subjectsOf = Map.groupBy(about.rows, row => row.submission_id)
  const data = page.rows.map(({ form_version_id, created_at, ...row }) => ({
    ...row,
    ...nameOf.get(row.id),
    subjects: (subjectsOf.get(row.id) ?? []).map(subject =>
      subject.animal_id
        ? { type: 'animal', id: subject.animal_id, name: subject.animal }
        : subject.animal_group_id
          ? { type: 'animal_group', id: subject.animal_group_id, name: subject.group }
          : { type: 'location', id: subject.location_id, name: subject.place },
    ),
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
