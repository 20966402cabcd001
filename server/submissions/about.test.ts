import { expect, test } from 'vitest'
import { animals } from '#shared/animals/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { locations } from '#shared/locations/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { goodAnswers, lameAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { company } from '../test/people.ts'
import { begin, complete } from '../test/submissions.ts'

const ofBarns: Definition = { ...penCheck, settings: { about: { types: ['location'], required: true } } }
const whichBarn: Definition = {
  ...penCheck,
  sections: [
    {
      id: 'where',
      title: { en: 'Where' },
      questions: [{ id: 'barn_seen', type: 'location', label: { en: 'Which barn?' } }],
    },
    ...penCheck.sections,
  ],
}

test('a form that is about a place is not completed without one, and says so; with one it is', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss, ofBarns)
  expect(form).toMatchObject({ about_types: ['location'] })
  const barn = await boss.call(locations.create, { name: 'Barn 1', type: 'barn' })
  const { id } = await begin(hand, form)

  expect(await hand.refused(submissions.complete, { id, answers: goodAnswers })).toMatchObject({
    status: 422,
    code: 'subject_required',
  })
  await hand.call(submissions.update, { id, subjects: [{ type: 'location', id: barn.id }] })
  expect(await hand.call(submissions.complete, { id, answers: goodAnswers })).toMatchObject({
    status: 'complete',
    subjects: [{ type: 'location', id: barn.id, name: 'Barn 1' }],
  })
})

test('where there is no place yet, and for guests who see none, nobody is held up', async () => {
  const farm = await company()
  const [boss, hand, guest] = [await farm.manager(), await farm.worker(), await farm.guest()]
  const form = await publishedForm(boss, {
    ...ofBarns,
    settings: { ...ofBarns.settings, filled_by: { guests: true } },
  })
  expect(await complete(hand, form)).toMatchObject({ status: 'complete', subjects: [] })
  await boss.call(locations.create, { name: 'Barn 1', type: 'barn' })
  expect(await complete(guest, form)).toMatchObject({ status: 'complete', subjects: [] })
})

test('a form without a subject takes those of its questions, and so do its tasks', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss, whichBarn)
  expect(form.about_types).toEqual(['location'])
  const barn = await boss.call(locations.create, { name: 'Barn 2', type: 'barn' })
  const answers = { ...lameAnswers, barn_seen: { value: [{ id: barn.id, name: barn.name }] } }
  const done = await complete(hand, form, answers)

  expect(done.subjects).toMatchObject([{ type: 'location', id: barn.id }])
  const [opened] = (await boss.call(tasks.list, {})).data
  expect(opened).toMatchObject({ origin_submission_id: done.id, subjects: [{ id: barn.id, name: 'Barn 2' }] })
})

test('the subject from the beginning counts before those of questions', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss, whichBarn)
  const barn = await boss.call(locations.create, { name: 'Barn 2', type: 'barn' })
  const daisy = await boss.call(animals.create, { name: 'Daisy', species: 'cattle' })
  const { id } = await begin(hand, form, { subjects: [{ type: 'animal', id: daisy.id, name: '' }] })
  const answers = { ...goodAnswers, barn_seen: { value: [{ id: barn.id, name: barn.name }] } }

  expect((await hand.call(submissions.complete, { id, answers })).subjects).toMatchObject([{ type: 'animal' }])
})

test('a form must name a kind that there is', async () => {
  const boss = await (await company()).manager()
  const definition = { ...penCheck, settings: { about: { types: [] } } }
  expect(await boss.refused(forms.create, { name: { en: 'Check' }, definition })).toMatchObject({ status: 422 })
})
