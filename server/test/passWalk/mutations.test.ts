/**
 * Takes away in turn each condition of what a pass shows, and the policy of its reach of each table. A pass then shows
 * something else than the model says, or the condition is of no use.
 */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { passPages } from '#shared/passes/passPage.ts'
import { type PassKind, passKinds } from '#shared/passes/rules.ts'
import { passConditions } from '../../passes/reading.ts'
import { certificateConditions } from '../../passes/records/certificates.ts'
import { findingConditions } from '../../passes/records/findings.ts'
import { submissionConditions } from '../../passes/records/submissions.ts'
import { passLinkIn } from '../passes.ts'
import { tend } from '../tend.ts'
import { visit } from '../visitors.ts'
import { passOf, reaches, type Scene, scene, shows, type Walked } from './scene.ts'

let farms: Scene
let walked: Walked[]
let owner: Client

beforeAll(async () => {
  farms = await scene()
  walked = []
  for (const reach of reaches)
    for (const hasPeriod of [false, true]) walked.push(await passOf(farms, { reach, hasPeriod }))
  owner = new Client({ connectionString: (await tend()).ownerUrl })
  await owner.connect()
})

afterAll(() => owner?.end())

/** What the passes show otherwise than the model says. */
async function wrongOnes(): Promise<string[]> {
  const wrong: string[] = []
  for (const one of walked) {
    const link = passLinkIn(one.pass)
    for (const kind of passKinds) {
      const drawn = await visit(passPages.sample, { ...link, kind, size: 200, seed: 1 })
      const ids = new Set(drawn.records.map(({ id }) => id))
      for (const row of farms.rows.filter(row => row.kind === kind))
        if (ids.has(row.id) !== shows(one, row)) wrong.push(`${one.reach}: ${row.what}`)
    }
  }
  return wrong
}

/** Conditions that no row needs alone, with the reason. */
const needless: Record<string, string> = {
  'passConditions.company': 'the connection shows one company',
  'submissionConditions.complete': 'a draft has not come in, which a constraint of the table holds',
}

test('no condition of a pass can be taken away without it showing something else', async () => {
  expect(await wrongOnes()).toEqual([])
  const unnoticed: string[] = []
  let taken = 0
  for (const [name, conditions] of Object.entries({
    passConditions,
    submissionConditions,
    findingConditions,
    certificateConditions,
  }))
    for (const part of Object.keys(conditions)) {
      const all = conditions as unknown as Record<string, () => undefined>
      const whole = all[part] as () => undefined
      all[part] = () => undefined
      const wrong = await wrongOnes()
      all[part] = whole
      taken++
      if (wrong.length === 0 && !(`${name}.${part}` in needless)) unnoticed.push(`${name}.${part}`)
    }
  expect(unnoticed).toEqual([])
  expect(taken).toBeGreaterThan(8)
}, 600_000)

test('no policy of a reach can be taken away either', async () => {
  const tables: Record<string, PassKind> = {
    // Findings are asked by their submissions too.
    ...{ submissions: 'submission', animal_events: 'animal_event' },
    ...{ vehicle_entries: 'vehicle_entry', papers: 'certificate' },
  }
  for (const table of Object.keys(tables)) {
    const { rows } = await owner.query(
      `select pg_get_expr(polqual, polrelid) as condition from pg_policy
       where polname = 'reach' and polrelid = to_regclass($1)`,
      [table],
    )
    await owner.query(`alter policy reach on ${table} using (true)`)
    const wrong = await wrongOnes()
    await owner.query(`alter policy reach on ${table} using (${rows[0].condition})`)
    expect(wrong.length, table).toBeGreaterThan(0)
  }
  expect(await wrongOnes()).toEqual([])
}, 600_000)
