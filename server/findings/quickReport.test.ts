import { expect, test } from 'vitest'
import { findings } from '#shared/findings/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { atOnce } from '../test/atOnce.ts'
import { company } from '../test/people.ts'
import { attach, begin } from '../test/submissions.ts'

test('what a worker reports with a photo and a few words is a finding with a task for managers', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const form = await hand.call(forms.quickReport, {})
  const draft = await begin(hand, form)
  const photo = await attach(hand, draft, { question_id: 'what' })
  const answers = { what: { value: 'The gate hinge is broken', photos: [{ uuid: photo.uuid }] } }
  await hand.call(submissions.complete, { id: draft.id, answers })
  expect((await boss.call(findings.list, {})).data).toMatchObject([
    {
      ...{ severity: 'attention', stage: 'open', user_name: hand.name },
      question: { en: 'What did you see?' },
      answer: { en: 'The gate hinge is broken' },
      photos: [{ path: photo.path }],
      open_task: { people: [{ user_id: boss.id }] },
    },
  ])
  expect((await hand.call(findings.list, {})).data).toHaveLength(1)
  expect((await other.call(findings.list, {})).data).toEqual([])
  const [sent] = (await boss.call(tasks.sent, { state: 'open' })).data
  expect(sent).toMatchObject({ proof: null, done_by: 'any_one', origin_photos: [{ path: photo.path }] })
  await boss.call(tasks.completeSent, { id: sent?.id ?? 0 })
  expect((await boss.call(findings.list, { state: 'closed' })).data).toMatchObject([{ closed_how: 'task' }])
})

test('phones that ask at once make one form, and a manager who archives it turns reporting off', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const made = await atOnce(4, () => hand.call(forms.quickReport, {}))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  const id = made[0]?.id ?? 0
  const stranger = await (await company()).worker()
  expect((await stranger.call(forms.quickReport, {})).id).not.toBe(id)
  await boss.call(forms.remove, { id })
  expect(await hand.refused(forms.quickReport, {})).toMatchObject({ status: 404 })
  await boss.call(forms.restore, { id })
  expect(await hand.call(forms.quickReport, {})).toMatchObject({ id, published: { number: 1 } })
})
