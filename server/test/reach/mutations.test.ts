/**
 * Takes each part of each policy of a reach away in turn: an alternative by which a row is seen, or a condition that
 * hides one. Somebody then sees other rows than before, or the part is named below with its reason.
 */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { animalEvents } from '#shared/animal-events/contract.ts'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import type { Reach } from '#shared/lib/reach.ts'
import { placeKeys } from '#shared/lib/reach.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { narrowedTables } from '../../companies/reachQueries.ts'
import { loginsOf } from '../../lib/db/roles.ts'
import { lameAnswers, publishedForm } from '../forms.ts'
import { attach, begin } from '../submissions.ts'
import { sendTask } from '../tasks.ts'
import { tend } from '../tend.ts'
import { sites } from './sites.ts'

/** Tables whose policies have several parts that decide by themselves; others ask whether a row beside is seen. */
const walked = [
  ...['animals', 'animal_groups', 'locations', 'submissions', 'findings', 'tasks', 'sent_tasks', 'files'],
  'audit_entries',
]

/**
 * Parts without which nothing changes: a shortcut for speed, and a condition that a constraint of the table implies.
 */
const needless = /^\(*(array_length\(places, 1\) = 1|review_is_named\))/

type Probe = { me: number; reach: Reach; stay: boolean }
let owner: Client
let narrowed: string
let companyId: number
let probes: Probe[]

beforeAll(async () => {
  const { ownerUrl } = await tend()
  narrowed = loginsOf(ownerUrl).narrowed
  owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  const { people, reaches } = await scene()
  probes = people.flatMap(me => reaches.flatMap(reach => [true, false].map(stay => ({ me, reach, stay }))))
})

afterAll(() => owner?.end())

/** Rows inside, outside, of both, and moved away, each of which somebody sees by one part of a policy alone. */
async function scene() {
  const { farm, boss, hand, inside, outside, lorry } = await sites()
  companyId = farm.id
  const [importer, asker, reviewer, completer] = [
    await farm.worker(),
    await farm.worker(),
    await farm.worker(),
    await farm.worker(),
  ]
  const form = await publishedForm(boss)
  const herd = (name: string, location_id: number) =>
    boss.call(animalGroups.create, { name, purpose: 'other', location_id })
  await herd('Herd', inside.pen.id)
  const flock = await herd('Flock', outside.pen.id)
  const beast = (name: string, where: object) => boss.call(animals.create, { name, species: 'cattle', ...where })
  await beast('Ewe', { animal_group_id: flock.id })
  const dead = [
    await beast('Old cow', { location_id: inside.pen.id }),
    await beast('Old ewe', { animal_group_id: flock.id }),
  ]
  const today = new Date().toISOString().slice(0, 10)
  for (const { id } of dead)
    await boss.call(animalEvents.create, { id, day: today, state: 'done', details: { type: 'death' } as never })
  const goes = await beast('Goes', { location_id: inside.pen.id })

  const of = (...cows: { id: number }[]): SubjectRef[] => cows.map(({ id }) => ({ type: 'animal', id }))
  const fill = async (subjects: SubjectRef[]) => {
    const draft = await begin(hand, form, { subjects: subjects as never })
    const { uuid } = await attach(hand, draft)
    await hand.call(submissions.complete, {
      id: draft.id,
      answers: { ...lameAnswers, picture: { value: [{ uuid }] } },
    })
    return draft.id
  }
  const about = [
    of(inside.cow),
    of(inside.cow, goes),
    of(inside.cow, outside.cow),
    of(goes),
    of(outside.cow),
    of(outside.cow),
  ]
  const filled: number[] = []
  for (const subjects of about) filled.push(await fill(subjects))
  const sent: number[] = []
  for (const subjects of about) {
    const { id } = await sendTask(boss, hand, { subjects: subjects as never })
    await hand.call(tasks.completeSent, { id })
    sent.push(id)
  }
  for (const subjects of [of(inside.cow, outside.cow), of(outside.cow)])
    await boss.call(tasks.create, {
      ...{ title: 'Weigh', assignees: [{ user_id: hand.id }], per_subject: true },
      subjects: subjects as never,
    })
  await boss.call(animals.update, { id: goes.id, location_id: outside.pen.id } as never)

  const last = filled.at(-1)
  await owner.query(
    `update submissions set imported_by = $2, asked_by = $3, review_is_named = true, reviewer_ids = array[$4::int]
     where id = $1`,
    [last, importer.id, asker.id, reviewer.id],
  )
  await owner.query('update files set user_id = $2 where submission_id = $1', [filled.at(-2), completer.id])
  await owner.query('update sent_tasks set completed_by = $2 where id = $1', [sent.at(-1), completer.id])
  await owner.query(
    'update files set submission_id = null where id = (select max(id) from files where submission_id = $1)',
    [last],
  )
  // Nobody's entries about a row of each table, and about numbers that only rows of other tables have.
  const ids = Object.values(narrowedTables).map(table => `select id from ${table} where company_id = $2`)
  for (const subject of Object.keys(narrowedTables))
    await owner.query(
      `insert into audit_entries (company_id, action, subject_type, subject_id)
       select $2, 'entry.created', $1, id from (${ids.join(' union ')}) rows`,
      [subject, farm.id],
    )
  const reach = (part: Partial<Reach>): Reach => ({ locations: [], groups: [], vehicles: [], ...part })
  return {
    people: [1_999_999_999, ...[boss, hand, importer, asker, reviewer, completer].map(({ id }) => id)],
    reaches: [
      reach({}),
      reach({ locations: [inside.id, inside.pen.id] }),
      reach({ locations: [inside.id] }),
      reach({ groups: [flock.id] }),
      reach({ vehicles: [lorry.id] }),
    ],
  }
}

/** A condition in parts: `all` of them hold, or `any` of them does. */
type Tree = string | { of: 'AND' | 'OR'; parts: Tree[] }

/** Reads a condition as PostgreSQL writes it. Arguments of functions and queries are not taken apart. */
function parse(text: string): Tree {
  const bare = withoutParentheses(text.trim())
  for (const of of ['OR', 'AND'] as const) {
    const parts = splitAt(bare, ` ${of} `)
    if (parts.length > 1) return { of, parts: parts.map(parse) }
  }
  return bare
}

function depths(text: string): number[] {
  let [depth, isQuoted] = [0, false]
  return [...text].map(sign => {
    if (sign === "'") isQuoted = !isQuoted
    else if (!isQuoted && sign === '(') depth++
    else if (!isQuoted && sign === ')') return depth--
    return isQuoted ? Number.MAX_SAFE_INTEGER : depth
  })
}

function withoutParentheses(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text
  const at = depths(text)
  const isWhole = at.every((depth, index) => index === 0 || index === at.length - 1 || depth > 0)
  const closes = at.findIndex((depth, index) => index > 0 && depth === 1 && text[index] === ')')
  const inner = text.slice(1, -1).trim()
  return isWhole && closes === at.length - 1 && !inner.startsWith('SELECT') ? withoutParentheses(inner) : text
}

function splitAt(text: string, word: string): string[] {
  const at = depths(text)
  const parts: string[] = []
  let begin = 0
  for (let found = text.indexOf(word); found >= 0; found = text.indexOf(word, found + 1)) {
    if (at[found] !== 0) continue
    parts.push(text.slice(begin, found))
    begin = found + word.length
  }
  return [...parts, text.slice(begin)]
}

const written = (tree: Tree): string =>
  typeof tree === 'string' ? `(${tree})` : `(${tree.parts.map(written).join(` ${tree.of} `)})`

/** The condition without each of its parts in turn. */
function* without(tree: Tree): Generator<{ part: string; condition: Tree }> {
  if (typeof tree === 'string') return
  for (const [at, part] of tree.parts.entries()) {
    const put = (other: Tree): Tree => ({
      ...tree,
      parts: tree.parts.map((one, index) => (index === at ? other : one)),
    })
    yield { part: written(part), condition: put(tree.of === 'AND' ? 'true' : 'false') }
    for (const inner of without(part)) yield { part: inner.part, condition: put(inner.condition) }
  }
}

/** Which rows of a table each probe sees. */
async function seen(table: string): Promise<string> {
  const found: string[] = []
  for (const { me, reach, stay } of probes) {
    const list = (values: readonly unknown[]) => `{${values.join(',')}}`
    await owner.query('reset role')
    await owner.query('update companies set histories_stay = $2 where id = $1 and histories_stay <> $2', [
      companyId,
      stay,
    ])
    await owner.query(
      `select set_config('role', $1, true), set_config('app.company_id', $2, true), set_config('app.user_id', $3, true),
         set_config('app.reach_locations', $4, true), set_config('app.reach_groups', $5, true),
         set_config('app.reach_vehicles', $6, true), set_config('app.reach_places', $7, true)`,
      [
        ...[narrowed, String(companyId), String(me)],
        ...[reach.locations, reach.groups, reach.vehicles, placeKeys(reach)].map(list),
      ],
    )
    const { rows } = await owner.query(
      `select coalesce(string_agg(id::text, ' ' order by id), '') as ids from ${table}`,
    )
    found.push(rows[0].ids)
  }
  await owner.query('reset role')
  return found.join('\n')
}

test('no part of a policy can be taken away without somebody seeing more or less', async () => {
  const unnoticed: string[] = []
  let parts = 0
  for (const table of walked) {
    await owner.query('begin')
    const { rows } = await owner.query(
      `select pg_get_expr(polqual, polrelid) as condition from pg_policy
       where polname = 'reach' and polrelid = to_regclass($1)`,
      [table],
    )
    const before = await seen(table)
    for (const { part, condition } of without(parse(rows[0].condition))) {
      parts++
      await owner.query('savepoint whole')
      await owner.query(`alter policy reach on ${table} using (${written(condition)})`)
      if ((await seen(table)) === before && !needless.test(part)) unnoticed.push(`${table}: ${part}`)
      await owner.query('rollback to savepoint whole')
    }
    await owner.query('rollback')
  }
  expect(unnoticed).toEqual([])
  expect(parts).toBeGreaterThan(30)
}, 300_000)
