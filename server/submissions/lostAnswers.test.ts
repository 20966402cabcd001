import { expect, test } from 'vitest'
import { submissions } from '#shared/submissions/contract.ts'
import { goodAnswers, publishedForm } from '../test/forms.ts'
import { company } from '../test/people.ts'
import { begin } from '../test/submissions.ts'

async function draft() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await begin(hand, await publishedForm(boss))
  await hand.call(submissions.update, { id, answers: goodAnswers, removed: [] })
  const [lost = '', ...rest] = Object.keys(goodAnswers)
  const fewer = Object.fromEntries(Object.entries(goodAnswers).filter(([key]) => key !== lost))
  return { hand, id, lost, fewer, rest }
}

test('a draft that lost answers does not overwrite a fuller one', async () => {
  const { hand, id, fewer } = await draft()
  for (const call of [submissions.update, submissions.complete])
    expect(await hand.refused(call, { id, answers: fewer, removed: [] })).toMatchObject({
      status: 409,
      code: 'answers_lost',
      data: { id, answers: goodAnswers },
    })
  expect(await hand.call(submissions.get, { id })).toMatchObject({ status: 'draft', answers: goodAnswers })
})

test('an answer that the person took away is gone, for each is said', async () => {
  const { hand, id, fewer, lost } = await draft()
  await hand.call(submissions.update, { id, answers: fewer, removed: [lost] })
  expect((await hand.call(submissions.get, { id })).answers).toEqual(fewer)
})

test('a device of an earlier version, which reports no removals, is believed', async () => {
  const { hand, id, fewer } = await draft()
  await hand.call(submissions.update, { id, answers: fewer })
  expect((await hand.call(submissions.get, { id })).answers).toEqual(fewer)
})
