import { expect, test } from 'vitest'
import type { Definition, Element } from '#shared/forms/definition.ts'
import { chosenElements, copySeveral, moveSeveral, removeSeveral, requireSeveral } from './several.ts'
import { placeSection } from './structure.ts'

const question = (id: string, more: object = {}): Element =>
  ({ id, type: 'text', label: { en: id }, ...more }) as Element
const form: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [
    { id: 'one', title: {}, questions: [question('a'), question('b', { visible_if: "${a} = 'x'" }), question('c')] },
    {
      id: 'two',
      title: {},
      questions: [
        { id: 'pen', type: 'group', label: {}, questions: [question('d'), question('e')] },
        question('sum', { type: 'calculated', calculate: '1' }),
      ],
    },
    { id: 'three', title: {}, questions: [] },
  ],
}

/** The ids as they stand: one(a b c) two(pen(d e) sum) three(). */
function outline({ sections }: Definition): string {
  const of = (element: Element): string =>
    'questions' in element ? `${element.id}(${element.questions.map(of).join(' ')})` : element.id
  return sections.map(({ id, questions }) => `${id}(${questions.map(of).join(' ')})`).join(' ')
}

const chosen = (...ids: string[]) => new Set(ids)

test('what stands in a chosen group goes with the group, and all stay in the order of the form', () => {
  expect(chosenElements(form, chosen('e', 'pen', 'c', 'a')).map(({ id }) => id)).toEqual(['a', 'c', 'pen'])
  expect(chosenElements(form, chosen('gone'))).toEqual([])
})

test('several are moved to the end of a section or group, and never into themselves', () => {
  expect(outline(moveSeveral(form, chosen('c', 'a', 'd'), 'three'))).toBe('one(b) two(pen(e) sum) three(a c d)')
  expect(outline(moveSeveral(form, chosen('a', 'e'), 'pen'))).toBe('one(b c) two(pen(d a e) sum) three()')
  expect(outline(moveSeveral(form, chosen('a', 'b'), 'one'))).toBe('one(c a b) two(pen(d e) sum) three()')
  for (const into of ['pen', 'nowhere']) expect(moveSeveral(form, chosen('pen', 'a'), into)).toBe(form)
})

test('copies stand after the last one and refer to each other', () => {
  const copy = copySeveral(form, chosen('a', 'b'))
  const [first, second] = copy?.ids ?? []
  const questions = copy?.definition.sections[0]?.questions ?? []
  expect(questions.map(({ id }) => id)).toEqual(['a', 'b', first, second, 'c'])
  expect(questions[3]).toMatchObject({ visible_if: `\${${first}} = 'x'` })
  expect(questions[1]).toMatchObject({ visible_if: "${a} = 'x'" })
  expect(copySeveral(form, chosen())).toBeUndefined()
})

test('several are taken out with all that is in them', () => {
  expect(outline(removeSeveral(form, chosen('a', 'c', 'pen', 'e')))).toBe('one(b) two(sum) three()')
})

test('the questions of what is chosen are required or not, and nothing that nobody answers is', () => {
  const asked = requireSeveral(form, chosen('a', 'pen', 'sum'), true)
  const [a, b] = asked.sections[0]?.questions ?? []
  const [pen, sum] = asked.sections[1]?.questions ?? []
  expect(a).toMatchObject({ required: true })
  expect(b).toBe(form.sections[0]?.questions[1])
  expect(pen).toMatchObject({ questions: [{ required: true }, { required: true }] })
  expect(sum).toBe(form.sections[1]?.questions[1])
  const sometimes = {
    ...form,
    sections: [{ id: 'one', title: {}, questions: [question('a', { required_if: 'true()' })] }],
  }
  expect(requireSeveral(sometimes, chosen('a'), false).sections[0]?.questions[0]).toEqual(question('a'))
})

test('a section is dropped between any two others', () => {
  const order = (id: string, to: number) => placeSection(form, id, to).sections.map(section => section.id)
  expect(order('one', 3)).toEqual(['two', 'three', 'one'])
  expect(order('three', 0)).toEqual(['three', 'one', 'two'])
  expect(order('two', 3)).toEqual(['one', 'three', 'two'])
  for (const [id, to] of [
    ['one', 0],
    ['one', 1],
    ['gone', 2],
  ] as const)
    expect(placeSection(form, id, to)).toBe(form)
})
