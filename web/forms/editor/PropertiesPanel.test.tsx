/** The way back from the properties to the form, which follows typing a moment later. */
import { useReducer } from 'react'
import { flushSync } from 'react-dom'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Definition } from '#shared/forms/definition.ts'
import { show } from '../../lib/componentTest.tsx'
import { ElementButton } from './canvas/ElementButton.tsx'
import { EditingProvider, useFollowed } from './EditingContext.tsx'
import { PropertiesPanel } from './PropertiesPanel.tsx'
import { beginEditing, type Editing, type EditingAction, editing } from './structure/editing.ts'
import { newElement } from './structure/newElements.ts'
import { addElements, changeElement } from './structure/structure.ts'

// What can be said of a question is no part of the way back.
vi.mock('./properties/Properties.tsx', () => ({ Properties: () => null }))

const definition = Definition.parse({
  schema: 1,
  default_language: 'en',
  sections: [{ id: 'first', title: { en: 'First' }, questions: [] }],
})
const content = { name: { en: 'A form' }, description: {}, category: 'animal_welfare' }
let dispatch: (action: EditingAction) => void

function Canvas() {
  const { sections } = useFollowed().definition
  return sections[0]?.questions.map(({ id, label }) => (
    <div key={id}>
      <span id={`name-${id}`}>{label?.en}</span>
      <ElementButton id={id} labelledBy={`name-${id}`} isSelected field="label" />
    </div>
  ))
}

function Editor() {
  const [state, act] = useReducer(editing, beginEditing({ ...content, definition } as Editing['content'], 'en'))
  dispatch = act
  const ways = { dispatch: act, goTo: () => undefined, insertAt: () => undefined }
  return (
    <EditingProvider ways={ways} shown={{ state, mistakes: [] }}>
      <Canvas />
      <PropertiesPanel />
    </EditingProvider>
  )
}

const change = (edit: (before: Definition) => Definition, rest: object) =>
  flushSync(() =>
    dispatch({
      type: 'changed',
      change: now => ({ ...now, definition: edit(now.definition) }),
      ...rest,
    } as EditingAction),
  )

test('Escape leads back to what was just added and named, before the canvas has followed', async () => {
  await show(<Editor />)
  const panel = page.getByRole('region', { name: 'Properties' }).element()
  // In one task, as by quick hands on a slow device.
  change(before => addElements(before, { parent: 'first', index: 0 }, [newElement('yes_no', 'lame')]), {
    select: 'lame',
  })
  change(before => changeElement(before, 'lame', element => ({ ...element, label: { en: 'Lame?' } })), {
    typing: { field: 'lame.label', at: 0 },
  })
  panel.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  expect(document.activeElement?.id).toBe('element-lame')
  await expect.element(page.getByRole('button', { name: 'Lame?' })).toHaveFocus()
})
