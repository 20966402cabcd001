/** Counts the statements that complete a task, and compares the answer with what is read afterwards. */
import { expect, test } from 'vitest'
import { locations } from '#shared/locations/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { company } from '../test/people.ts'
import { inShort, tripsOf } from '../test/statements.ts'
import { sendTask } from '../test/tasks.ts'

/** With those of the call itself: the session, begin, tenant, notification of browsers, and commit. */
const maxStatements = 12

test('a task is completed in few statements, and by one of several people for all of them as well', async () => {
  const farm = await company()
  const [boss, anna, bela, cili] = [await farm.manager(), await farm.worker(), await farm.worker(), await farm.worker()]
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const completed = async (draft: object) => {
    const { id } = await sendTask(boss, anna, draft)
    const trips = await tripsOf(() => anna.call(tasks.completeSent, { id, note: 'Done' }))
    return trips.flat().map(inShort)
  }
  // The job of the minute may work at the same moment, but not at both.
  const statementsOf = async (draft: object): Promise<string[]> => {
    const counted = [await completed(draft), await completed(draft)]
    return counted.toSorted((one, other) => one.length - other.length)[0] ?? []
  }
  await statementsOf({})
  const assignees = [anna, bela, cili].map(({ id }) => ({ user_id: id }))
  const location = { type: 'location', id: barn.id }
  const plain = await statementsOf({})
  expect(plain.length, plain.join(', ')).toBeLessThanOrEqual(maxStatements)
  // One more reads its subjects, or ends the rows of all colleagues.
  for (const draft of [{ subjects: [location] }, { assignees, done_by: 'any_one' }]) {
    const statements = await statementsOf(draft)
    expect(statements.length, statements.join(', ')).toBeLessThanOrEqual(maxStatements + 1)
  }
})

test('the answer to an end equals a later reading, with colleagues, check and person', async () => {
  const farm = await company()
  const [boss, anna, bela] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const assignees = [anna, bela].map(({ id }) => ({ user_id: id }))
  const drafts = [{}, { assignees, done_by: 'any_one' }, { kind: 'corrective', verify_after_days: 3 }] as const
  for (const draft of drafts)
    for (const who of [anna, boss]) {
      const { id } = await sendTask(boss, anna, draft)
      await anna.call(tasks.getSent, { id })
      const ended = await who.call(tasks.completeSent, { id, note: 'Done' })
      expect(ended).toEqual(await who.call(tasks.getSent, { id }))
      expect(ended.completed_by).toBe(who.id)
    }
  const { id } = await sendTask(boss, anna, { assignees, done_by: 'any_one' })
  await anna.call(tasks.getSent, { id })
  const skipped = await anna.call(tasks.skipSent, { id, skipped_reason: 'Rain' })
  expect(skipped).toEqual(await anna.call(tasks.getSent, { id }))
})
