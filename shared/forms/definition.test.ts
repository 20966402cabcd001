import { expect, test } from 'vitest'
import { form, picture, task, yesNo } from '#testing/forms/scenarios/language.ts'
import { Answers } from './answers/answers.ts'
import { filesOf } from './answers/content.ts'
import { Definition } from './definition.ts'

const refusal = (definition: unknown) => {
  const { error } = Definition.safeParse(definition)
  return error?.issues.map(issue => ({ at: issue.path.join('.'), code: issue.code }))
}

test('a definition survives the way through JSON unchanged', () => {
  const definition = form(yesNo('water', { good: 'yes', critical: true, required: true, when_failed: task('Repair') }))
  expect(Definition.parse(JSON.parse(JSON.stringify(definition)))).toEqual(definition)
})

test('a misspelt property is refused, so that no form becomes milder unnoticed', () => {
  const definition = form({ ...yesNo('water'), ...{ critcal: true } })
  expect(refusal(definition)).toEqual([{ at: 'sections.0.questions.0', code: 'unrecognized_keys' }])
})

test.each(['', '1water', 'wa ter', '__proto__', 'víz', 'x'.repeat(129)])('"%s" is no id of a question', id => {
  expect(refusal(form(yesNo(id)))).toEqual([{ at: 'sections.0.questions.0.id', code: 'invalid_format' }])
})

test('a type that the engine does not know is refused', () => {
  expect(
    refusal({ ...form(), sections: [{ id: 's', title: {}, questions: [{ type: 'rank', id: 'a', label: {} }] }] }),
  ).toMatchObject([{ at: 'sections.0.questions.0.type' }])
})

test('a text in a language that tend does not have is refused', () => {
  expect(refusal(form({ ...yesNo('water'), ...{ label: { en: 'Water', xx: 'Water' } } }))).toHaveLength(1)
})

test('answers name their files once each, beside other answers', () => {
  const other = { uuid: 'c2b8b7f6-6a57-4a52-8b0e-5a4f0d0f9b52' }
  const answers = Answers.parse({
    pen: { value: [picture, other] },
    water: { value: 'no', note: 'dry', photos: [picture] },
    papers: { value: ['owner'] },
    count: { value: 3 },
  })
  expect(filesOf(answers)).toEqual([picture.uuid, other.uuid])
})

test.each([
  ['null', { a: { value: null } }],
  ['a number without end', { a: { value: Number.POSITIVE_INFINITY } }],
  ['a file without a uuid', { a: { value: [{ name: 'a.jpg' }] } }],
  ['eleven photos', { a: { photos: Array.from({ length: 11 }, () => picture) } }],
  ['a bare value', { a: 'yes' }],
])('%s is no answer', (_, answers) => {
  expect(Answers.safeParse(answers).success).toBe(false)
})
