/** A list counts the rows that its reader may read, complete ones and drafts, living and archived. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { RoleRule } from '#shared/companies/roles.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { publishedForm } from '../test/forms.ts'
import { company, type Person, platform } from '../test/people.ts'
import { auditor, memberWith } from '../test/roles.ts'
import { begin, complete } from '../test/submissions.ts'
import { submissions as table } from './table.ts'

const reads = (conditions: RoleRule['conditions']): RoleRule => ({
  action: ['read'],
  subject: 'Submission',
  conditions,
})

test('a list’s total equals its rows, for every reader', async () => {
  const farm = await company()
  const [boss, other, hand] = [await farm.manager(), await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const readers: [string, Person][] = [
    ['manager', boss],
    ['another manager', other],
    ['worker', hand],
    ['guest', await farm.guest()],
    ['auditor', await memberWith(farm, boss, auditor)],
    ['reads those of one', await memberWith(farm, boss, [reads({ status: 'complete', user_id: hand.id })])],
  ]
  const totals = async () => {
    const found: Record<string, [total: number, rows: number]> = {}
    for (const [name, person] of readers)
      for (const archived of [false, true]) {
        const { data, meta } = await person.call(submissions.list, { archived, per_page: 100 })
        found[`${name} ${archived}`] = [meta.total, data.length]
      }
    expect(Object.entries(found).filter(([, [total, rows]]) => total !== rows)).toEqual([])
    return found['manager false']?.[0]
  }
  expect(await totals()).toBe(0)
  const [done, more] = [await complete(hand, form), await complete(boss, form)]
  for (const person of [boss, hand, other]) await begin(person, form)
  expect(await totals()).toBe(3)
  await boss.call(submissions.remove, { id: done.id })
  expect(await totals()).toBe(2)
  await boss.call(submissions.restore, { id: done.id })
  await boss.call(submissions.remove, { id: more.id })
  expect(await totals()).toBe(2)
  // A draft that somebody brought in from another's phone is theirs too, and one of their own only once.
  await platform(db => db.update(table).set({ importedBy: boss.id }).where(eq(table.companyId, farm.id)))
  expect(await totals()).toBe(4)
})
