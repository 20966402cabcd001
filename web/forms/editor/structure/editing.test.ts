import { expect, test } from 'vitest'
import type { FormContent } from './content.ts'
import { beginEditing, type Editing, type EditingAction, editing } from './editing.ts'

const start: FormContent = {
  name: { en: 'Pen check' },
  description: {},
  category: 'daily',
  definition: {
    schema: 1,
    default_language: 'en',
    sections: [
      { id: 'animals', title: { en: 'Animals' }, questions: [{ type: 'text', id: 'calm', label: { en: 'Calm?' } }] },
    ],
  },
}
const renamed = (name: string) => (content: FormContent) => ({ ...content, name: { en: name } })
const type = (name: string, at: number, field = 'name'): EditingAction => ({
  type: 'changed',
  change: renamed(name),
  typing: { field, at },
})
const after = (...actions: EditingAction[]): Editing => actions.reduce(editing, beginEditing(start, 'en'))
const nameOf = (state: Editing) => state.content.name.en

const undo: EditingAction = { type: 'undone' }
const redo: EditingAction = { type: 'redone' }

test('every step of a session can be taken back and done again', () => {
  const names = ['one', 'two', 'three']
  const steps = names.map((name): EditingAction => ({ type: 'changed', change: renamed(name) }))
  expect(nameOf(after(...steps, undo))).toBe('two')
  expect(after(...steps, undo, undo, undo, undo).content).toBe(start)
  expect(nameOf(after(...steps, undo, undo, undo, redo, redo, redo, redo))).toBe('three')
})

test('a new change after going back begins a new way', () => {
  const state = after({ type: 'changed', change: renamed('one') }, undo, { type: 'changed', change: renamed('two') })
  expect(editing(state, redo)).toBe(state)
  expect(nameOf(editing(state, undo))).toBe('Pen check')
})

test('what is typed in one go is one step; a pause or another field ends it', () => {
  const inOneGo = after(type('P', 0), type('Pe', 300), type('Pen', 1200))
  expect(inOneGo.past).toHaveLength(1)
  expect(after(type('P', 0), type('Pe', 5000)).past).toHaveLength(2)
  expect(after(type('P', 0), type('Pe', 10, 'hint')).past).toHaveLength(2)
  expect(after(type('P', 0), undo, type('Pe', 10)).past).toHaveLength(1)
})

test('a change that changes nothing is no step', () => {
  const state = beginEditing(start, 'en')
  expect(editing(state, { type: 'changed', change: content => content })).toBe(state)
})

test('going back leads to where the change was made', () => {
  const state = after(
    { type: 'selected', selected: 'calm' },
    { type: 'changed', change: renamed('x') },
    { type: 'selected', selected: 'animals' },
    undo,
  )
  expect(state.selected).toBe('calm')
})

test('a selection that is gone becomes the form', () => {
  const empty = (content: FormContent) => ({ ...content, definition: { ...content.definition, sections: [] } })
  expect(after({ type: 'selected', selected: 'calm' }, { type: 'changed', change: empty }).selected).toBe('form')
  expect(after({ type: 'selected', selected: 'calm' }, { type: 'overtaken', merge: empty }).selected).toBe('form')
})

test('undoing my change does not undo what somebody else saved in between', () => {
  const theirs = (content: FormContent): FormContent => ({ ...content, category: 'welfare' })
  const state = after({ type: 'changed', change: renamed('mine') }, { type: 'overtaken', merge: theirs }, undo)
  expect(state.content).toMatchObject({ name: { en: 'Pen check' }, category: 'welfare' })
})

test('when mine is kept, theirs is one step back', () => {
  const theirs = renamed('theirs')(start)
  const state = after({ type: 'changed', change: renamed('mine') }, { type: 'mineKept', theirs })
  expect(nameOf(state)).toBe('mine')
  expect(nameOf(editing(state, undo))).toBe('theirs')
})

test('what was just added is fresh until it is left', () => {
  const state = after({ type: 'changed', change: renamed('x'), select: 'calm', isNew: true })
  expect(state).toMatchObject({ selected: 'calm', fresh: 'calm' })
  expect(editing(state, type('y', 0)).fresh).toBe('calm')
  expect(editing(state, { type: 'selected', selected: 'animals' }).fresh).toBeNull()
})
