/** A draft that goes over to a newer version of its form. */
import { expect, test } from 'vitest'
import { forms } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { publishedForm } from '../test/forms.ts'
import { company, type Person } from '../test/people.ts'
import { begin } from '../test/submissions.ts'

const asking = (
  questions: Definition['sections'][number]['questions'],
  settings?: Definition['settings'],
): Definition => ({
  ...{ schema: 1, default_language: 'en', ...(settings && { settings }) },
  sections: [{ id: 'all', title: { en: 'All' }, questions }],
})
const water = { type: 'text' as const, id: 'water', label: { en: 'Water' } }
/** No whole number lies between: nobody can complete this version. */
const impossible = {
  type: 'number' as const,
  id: 'pens',
  label: { en: 'Pens' },
  required: true,
  min: 10.2,
  max: 10.8,
  decimals: 0,
}
const pens = { type: 'number' as const, id: 'pens', label: { en: 'Pens' }, required: true }
const feed = { type: 'text' as const, id: 'feed', label: { en: 'Feed' } }

async function publish(boss: Person, id: number, definition: Definition) {
  await boss.call(forms.update, { id, definition })
  await boss.call(forms.publish, { id })
}

async function draftOfFirst(first = asking([water, impossible, feed])) {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss, first)
  const draft = await begin(hand, form)
  const answers = { water: { value: 'fresh' }, feed: { value: 'hay' } }
  const kept = await hand.call(submissions.update, { id: draft.id, answers, removed: [], version: 1 })
  return { boss, hand, form, id: draft.id, revision: kept.revision }
}

test('a draft of a version that nobody can complete goes over to the newer one, and is completed there', async () => {
  const { boss, hand, form, id, revision } = await draftOfFirst()
  await publish(boss, form.id, asking([water, pens]))
  const answers = { water: { value: 'fresh' }, pens: { value: 3 } }
  expect(await hand.refused(submissions.complete, { id, answers, removed: ['feed'], revision })).toMatchObject({
    status: 422,
  })
  const over = await hand.call(submissions.update, { id, answers, removed: ['feed'], revision, version: 2 })
  expect(over).toMatchObject({ version: 2, status: 'draft' })
  expect(await hand.call(submissions.get, { id })).toMatchObject({ version: 2, answers })
  expect(await hand.call(submissions.complete, { id, answers, removed: ['feed'], version: 2 })).toMatchObject({
    status: 'complete',
    version: 2,
    answers,
  })
})

test('it goes over with its completion too, and then the same again is the same', async () => {
  const { boss, hand, form, id } = await draftOfFirst()
  await publish(boss, form.id, asking([water, pens]))
  const completion = { id, answers: { water: { value: 'fresh' }, pens: { value: 3 } }, removed: ['feed'], version: 2 }
  const done = await hand.call(submissions.complete, completion)
  expect(done).toMatchObject({ status: 'complete', version: 2 })
  expect(await hand.call(submissions.complete, completion)).toMatchObject({ receipt: done.receipt })
})

test('answers that do not fit the newer version are refused, and the draft stays where it was', async () => {
  const { boss, hand, form, id, revision } = await draftOfFirst()
  await publish(boss, form.id, asking([pens]))
  const answers = { water: { value: 'fresh' }, feed: { value: 'hay' } }
  for (const more of [{ answers, removed: [] }, {}])
    expect(await hand.refused(submissions.update, { id, revision, version: 2, ...more })).toMatchObject({ status: 422 })
  expect(await hand.refused(submissions.update, { id, revision, version: 9, answers: {} })).toMatchObject({
    status: 422,
    errors: { version: [expect.any(String)] },
  })
  expect(await hand.call(submissions.get, { id })).toMatchObject({ version: 1, answers, revision })
})

test('a device that has not heard that its draft went over elsewhere is told, and overwrites nothing', async () => {
  const { boss, hand, form, id } = await draftOfFirst()
  await publish(boss, form.id, asking([water, pens]))
  const answers = { water: { value: 'clean' } }
  await hand.call(submissions.update, { id, answers, removed: ['feed'], version: 2 })
  const late = { id, answers: { water: { value: 'fresh' }, feed: { value: 'hay' } }, version: 1 }
  for (const call of [submissions.update, submissions.complete])
    expect(await hand.refused(call, late)).toMatchObject({
      ...{ status: 409, code: 'stale_revision', data: { version: 2, answers } },
    })
})

test('a newer version that is for others is not gone over to, and nobody else takes a draft over', async () => {
  const { boss, hand, form, id } = await draftOfFirst(asking([water, pens, feed]))
  await publish(boss, form.id, asking([water], { filled_by: { role_ids: [2000] } }))
  const wish = { id, answers: { water: { value: 'fresh' } }, removed: ['feed'], version: 2 }
  expect(await hand.refused(submissions.update, wish)).toMatchObject({ status: 403, code: 'form_for_others' })
  const other = await (await company()).worker()
  expect(await other.refused(submissions.update, wish)).toMatchObject({ status: 404 })
  expect(
    await hand.call(submissions.complete, {
      ...wish,
      version: 1,
      answers: { water: { value: 'a' }, pens: { value: 10 } },
    }),
  ).toMatchObject({ version: 1 })
})
