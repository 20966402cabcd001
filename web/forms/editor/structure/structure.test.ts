import { expect, test } from 'vitest'
import type { Definition, Element } from '#shared/forms/definition.ts'
import { mistakesIn } from '#shared/forms/mistakes/mistakes.ts'
import type { Question } from '#shared/forms/questions.ts'
import { newDefinition, newId, newQuestion, retyped } from './newElements.ts'
import {
  addElements,
  addSection,
  canMove,
  duplicateElement,
  findElement,
  moveElement,
  neighbourOf,
  placeElement,
  removeElement,
} from './structure.ts'

const text = (id: string): Question => ({ type: 'text', id, label: { en: id } })
const form: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [
    { id: 'animals', title: { en: 'Animals' }, questions: [text('a'), text('b')] },
    { id: 'empty', title: { en: 'Empty' }, questions: [] },
    { id: 'barn', title: { en: 'Barn' }, questions: [text('c')] },
  ],
}
const order = ({ sections }: Definition) => sections.map(({ id, questions }) => `${id}: ${questions.map(q => q.id)}`)

test('a question moves through its section, into the next one, and back the same way', () => {
  const [down, next, back] = [moveElement(form, 'a', 1), moveElement(form, 'b', 1), moveElement(form, 'c', -1)]
  expect(order(down)).toEqual(['animals: b,a', 'empty: ', 'barn: c'])
  expect(order(next)).toEqual(['animals: a', 'empty: b', 'barn: c'])
  expect(order(moveElement(next, 'b', -1))).toEqual(order(form))
  expect(order(back)).toEqual(['animals: a,b', 'empty: c', 'barn: '])
})

test('a section moves with its questions', () => {
  expect(order(moveElement(form, 'barn', -1))).toEqual(['animals: a,b', 'barn: c', 'empty: '])
})

test('at the end of the way nothing moves, and it is known before', () => {
  for (const [id, by] of [
    ['a', -1],
    ['c', 1],
    ['animals', -1],
    ['barn', 1],
    ['nobody', 1],
  ] as const) {
    expect(canMove(form, id, by), id).toBe(false)
    expect(order(moveElement(form, id, by)), id).toEqual(order(form))
  }
  for (const [id, by] of [
    ['a', 1],
    ['b', 1],
    ['c', -1],
    ['animals', 1],
  ] as const)
    expect(canMove(form, id, by), id).toBe(true)
})

test('adding and removing leave everything else as it is', () => {
  const added = addElements(form, { parent: 'animals', index: 1 }, [text('new')])
  expect(order(added)).toEqual(['animals: a,new,b', 'empty: ', 'barn: c'])
  expect(added.sections[2]).toBe(form.sections[2])
  expect(removeElement(added, 'new')).toEqual(form)
  expect(order(removeElement(form, 'animals'))).toEqual(['empty: ', 'barn: c'])
  expect(order(addSection(form, { id: 's', title: {}, questions: [] }, 'animals'))[1]).toBe('s: ')
  expect(order(addSection(form, { id: 's', title: {}, questions: [] })).at(-1)).toBe('s: ')
})

test('a copy stands after what it was made of and shares no id with it', () => {
  const question = duplicateElement(form, 'a')
  const section = duplicateElement(form, 'animals')
  expect(question?.definition.sections[0]?.questions.map(one => one.label.en)).toEqual(['a', 'a', 'b'])
  expect(question?.definition.sections[0]?.questions[1]?.id).toBe(question?.id)
  expect(section?.definition.sections.map(one => one.title.en)).toEqual(['Animals', 'Animals', 'Empty', 'Barn'])
  for (const copy of [question, section])
    expect(mistakesIn(copy?.definition as Definition).map(({ code }) => code)).not.toContain('duplicate_id')
  expect(duplicateElement(form, 'nobody')).toBeUndefined()
})

test('after a removal the element in its place is selected', () => {
  expect([neighbourOf(form, 'a'), neighbourOf(form, 'b'), neighbourOf(form, 'c')]).toEqual(['b', 'a', 'barn'])
  expect([neighbourOf(form, 'animals'), neighbourOf(form, 'barn')]).toEqual(['empty', 'empty'])
})

test('what is added lacks only its words', () => {
  const types = ['yes_no', 'single_choice', 'multiple_choice', 'number', 'date', 'text', 'photo'] as const
  const [section] = newDefinition('en', 'First').sections
  if (!section) throw new Error('A new form has a section.')
  const full: Definition = {
    schema: 1,
    default_language: 'en',
    sections: [{ ...section, questions: types.map(type => newQuestion(type, newId())) }],
  }
  expect(new Set(mistakesIn(full).map(({ code }) => code))).toEqual(new Set(['text_missing']))
})

test('another type keeps what it has a place for', () => {
  const check: Question = {
    type: 'yes_no',
    id: 'water',
    label: { en: 'Water?' },
    hint: { en: 'All troughs' },
    good: 'yes',
    points: 3,
    critical: true,
    when_failed: { require_note: true },
  }
  expect(retyped(check, 'number', 'new')).toEqual({
    type: 'number',
    id: 'new',
    label: { en: 'Water?' },
    hint: { en: 'All troughs' },
    critical: true,
    when_failed: { require_note: true },
  })
  expect(retyped(check, 'text', 'water')).toEqual({
    type: 'text',
    id: 'water',
    label: { en: 'Water?' },
    hint: { en: 'All troughs' },
  })
  const choices = [{ id: 'dry', label: { en: 'dry' }, points: 2 }]
  const single: Question = { type: 'single_choice', id: 's', label: {}, required: true, choices }
  expect(retyped(single, 'multiple_choice', 's')).toEqual({ ...single, type: 'multiple_choice' })
})

const nested: Definition = {
  ...form,
  sections: [
    {
      id: 'herd',
      title: { en: 'Herd' },
      questions: [
        text('a'),
        {
          type: 'repeat',
          id: 'cows',
          label: { en: 'Cows' },
          questions: [text('tag'), { ...text('lame'), visible_if: "${tag} != '' and ${a} = 'x'" }],
          measures: [{ id: 'share', label: {}, question: 'lame', at_least: 1 }],
        },
        text('z'),
      ],
    },
  ],
}
const tree = (elements: readonly Element[]): string =>
  elements.map(one => ('questions' in one ? `${one.id}(${tree(one.questions)})` : one.id)).join(' ')
const treeOf = ({ sections }: Definition) => sections.map(({ questions }) => tree(questions)).join(' | ')

test('a question moves into a repeat, through it and out of it, and back the same way', () => {
  let way: Definition = nested
  const steps = ['cows(a tag lame) z', 'cows(tag a lame) z', 'cows(tag lame a) z', 'cows(tag lame) a z']
  for (const step of steps) {
    way = moveElement(way, 'a', 1)
    expect(treeOf(way)).toBe(step)
  }
  for (const step of [...steps.toReversed().slice(1), treeOf(nested)]) {
    way = moveElement(way, 'a', -1)
    expect(treeOf(way)).toBe(step)
  }
})

test('an element is put wherever it is dropped, but not into itself', () => {
  expect(treeOf(placeElement(nested, 'z', { parent: 'cows', index: 1 }))).toBe('a cows(tag z lame)')
  expect(treeOf(placeElement(nested, 'tag', { parent: 'herd', index: 0 }))).toBe('tag a cows(lame) z')
  expect(placeElement(nested, 'cows', { parent: 'cows', index: 0 })).toBe(nested)
  expect(findElement(nested, 'lame')?.label).toEqual({ en: 'lame' })
})

test('what refers to something in a copy refers to the copy of it', () => {
  const copy = duplicateElement(nested, 'cows')
  const repeat = copy && findElement(copy.definition, copy.id)
  if (repeat?.type !== 'repeat') throw new Error('The copy is a repeat.')
  const [tag, lame] = repeat.questions
  expect(lame?.visible_if).toBe(`\${${tag?.id}} != '' and \${a} = 'x'`)
  expect(repeat.measures).toMatchObject([{ question: lame?.id }])
  expect(mistakesIn(copy?.definition as Definition).map(({ code }) => code)).not.toContain('duplicate_id')
})
