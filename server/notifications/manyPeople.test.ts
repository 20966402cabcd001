/** Notifying many people takes as many statements as notifying few. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { roles } from '#shared/lib/roles.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { jobsDone } from '../test/jobsDone.ts'
import { company, type Person, platform, type TestCompany } from '../test/people.ts'
import { statementsOf } from '../test/statements.ts'

/** Many workers more of a company, who never sign in. */
const addWorkers = ({ id }: TestCompany, count: number) =>
  platform(db =>
    db.execute(sql`
      with added as (
        insert into users (name, language_id) select 'Worker ' || n, 1 from generate_series(1, ${count}) n returning id
      )
      insert into memberships (company_id, user_id, role_id) select ${id}, id, ${roles.employee} from added`),
  )

/**
 * Statements of a piece of work in a company with that many workers; what the first such work prepares is done before.
 */
async function counted(workers: number, work: (boss: Person, hand: Person) => Promise<() => Promise<unknown>>) {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await addWorkers(farm, workers)
  await (await work(boss, hand))()
  const again = await work(boss, hand)
  await jobsDone()
  return statementsOf(again)
}

async function expectAsMany(work: Parameters<typeof counted>[1]) {
  const [few, many] = [await counted(50, work), await counted(200, work)]
  expect(many).toBe(few)
}

/** Everybody of the company, one of whom is enough. */
const forAll = { title: 'Close the gates', assignees: [{ role_id: roles.employee }], done_by: 'any_one' as const }

test('a task that is given to many', () => expectAsMany(async boss => async () => boss.call(tasks.create, forAll)))

test('a task of many that one person completes and reopens', () =>
  expectAsMany(async (boss, hand) => {
    const { id } = await boss.call(tasks.create, forAll)
    const { data } = await hand.call(tasks.sent, { per_page: 100 })
    const mine = data.find(({ task_id }) => task_id === id)
    return async () => {
      await hand.call(tasks.completeSent, { id: mine?.id ?? 0 })
      await hand.call(tasks.reopenSent, { id: mine?.id ?? 0 })
    }
  }))
