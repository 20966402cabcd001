import { expect, test } from 'vitest'
import type { Question } from '#shared/forms/questions.ts'
import type { FormContent } from '../structure/content.ts'
import { addElements, changeElement, changeSection, moveElement, removeElement } from '../structure/structure.ts'
import { mergeContent } from './mergeContent.ts'

const text = (id: string, label = id): Question => ({ type: 'text', id, label: { en: label } })
const base: FormContent = {
  name: { en: 'Pen check' },
  description: {},
  category: 'daily',
  definition: {
    schema: 1,
    default_language: 'en',
    sections: [
      { id: 'animals', title: { en: 'Animals' }, questions: [text('calm'), text('lame')] },
      { id: 'barn', title: { en: 'Barn' }, questions: [text('dry')] },
    ],
  },
}
type Definition = FormContent['definition']
const changed = (change: (definition: Definition) => Definition): FormContent => ({
  ...base,
  definition: change(base.definition),
})
const relabelled = (id: string, label: string) => changed(form => changeElement(form, id, () => text(id, label)))
const labels = ({ definition }: FormContent) =>
  definition.sections.map(({ questions }) => questions.map(({ label }) => label.en))

test('what only one of two changed is taken from that one', () => {
  const mine = { ...relabelled('calm', 'Mine'), name: { en: 'My name' } }
  const theirs = changed(form =>
    changeSection(
      changeElement(form, 'dry', () => text('dry', 'Theirs')),
      'barn',
      s => ({ ...s, title: { en: 'Shed' } }),
    ),
  )
  const merge = mergeContent({ base, mine, theirs })
  expect(merge.conflicting).toEqual([])
  expect(labels(merge.mine)).toEqual([['Mine', 'lame'], ['Theirs']])
  expect(merge.mine).toMatchObject({ name: { en: 'My name' } })
  expect(merge.mine.definition.sections[1]?.title).toEqual({ en: 'Shed' })
})

test('both orders of properties say the same, so nothing contradicts', () => {
  const theirs = JSON.parse(
    JSON.stringify({ definition: base.definition, category: 'daily', description: {}, name: base.name }),
  )
  expect(mergeContent({ base, mine: relabelled('calm', 'Mine'), theirs }).conflicting).toEqual([])
})

test('what both changed differently is named, and both versions are there', () => {
  const merge = mergeContent({ base, mine: relabelled('calm', 'Mine'), theirs: relabelled('calm', 'Theirs') })
  expect(merge.conflicting).toEqual(['element:calm'])
  expect([labels(merge.mine)[0], labels(merge.theirs)[0]]).toEqual([
    ['Mine', 'lame'],
    ['Theirs', 'lame'],
  ])
})

test('what both changed alike is agreed', () => {
  expect(mergeContent({ base, mine: relabelled('calm', 'X'), theirs: relabelled('calm', 'X') }).conflicting).toEqual([])
})

test('one moves questions while another writes them', () => {
  const merge = mergeContent({
    base,
    mine: changed(form => moveElement(form, 'barn', -1)),
    theirs: relabelled('lame', 'Theirs'),
  })
  expect(merge.conflicting).toEqual([])
  expect(labels(merge.mine)).toEqual([['dry'], ['calm', 'Theirs']])
})

test('one removes a question that another has changed: neither is dropped without asking', () => {
  const removed = changed(form => removeElement(form, 'lame'))
  const rewritten = relabelled('lame', 'Still needed')
  const mineGone = mergeContent({ base, mine: removed, theirs: rewritten })
  const theirsGone = mergeContent({ base, mine: rewritten, theirs: removed })
  for (const merge of [mineGone, theirsGone]) expect(merge.conflicting).toEqual(['element:lame', 'order'])
  expect([labels(mineGone.mine)[0], labels(mineGone.theirs)[0]]).toEqual([['calm'], ['calm', 'Still needed']])
  expect([labels(theirsGone.mine)[0], labels(theirsGone.theirs)[0]]).toEqual([['calm', 'Still needed'], ['calm']])
})

test('two who add something each have to be asked where it goes', () => {
  const mine = changed(form => addElements(form, { parent: 'barn', index: 0 }, [text('new', 'Mine')]))
  const theirs = changed(form => addElements(form, { parent: 'animals', index: 0 }, [text('other', 'Theirs')]))
  const merge = mergeContent({ base, mine, theirs })
  expect(merge.conflicting).toEqual(['order'])
  expect(labels(merge.mine)).toEqual([
    ['calm', 'lame'],
    ['Mine', 'dry'],
  ])
  expect(labels(merge.theirs)).toEqual([['Theirs', 'calm', 'lame'], ['dry']])
})

test('settings that one removed and another left are removed', () => {
  const scored: FormContent = {
    ...base,
    definition: { ...base.definition, scoring: { bands: { good: 80, attention: 50 } } },
  }
  const merge = mergeContent({ base: scored, mine: base, theirs: { ...scored, category: 'welfare' } })
  expect(merge.conflicting).toEqual([])
  expect(merge.mine).toEqual({ ...base, category: 'welfare' })
})

test('a form with the same id twice is compared as a whole and loses nothing', () => {
  const twice = changed(form => addElements(form, { parent: 'barn', index: 0 }, [text('calm', 'Second')]))
  const merge = mergeContent({ base: twice, mine: twice, theirs: { ...twice, category: 'welfare' } })
  expect(merge.mine).toEqual({ ...twice, category: 'welfare' })
})
