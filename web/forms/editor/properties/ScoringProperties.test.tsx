import { useReducer } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Definition } from '#shared/forms/definition.ts'
import { expectAccessible, show } from '../../../lib/componentTest.tsx'
import { EditingProvider } from '../EditingContext.tsx'
import { beginEditing, type Editing, editing, placedMistakes } from '../structure/editing.ts'
import { ScoringProperties } from './ScoringProperties.tsx'

const lame = { type: 'yes_no', id: 'lame', label: { en: 'Is it lame?' }, good: 'no', critical: true, required: true }
const definition = Definition.parse({
  schema: 1,
  default_language: 'en',
  sections: [{ id: 'animal', title: { en: 'The animal' }, questions: [lame] }],
  scoring: { bands: { good: 80, attention: 60 } },
})
const content = { name: { en: 'Look at one animal' }, description: {}, category: 'animal_welfare' }
let edited: Editing

function Builder() {
  const [state, dispatch] = useReducer(editing, beginEditing({ ...content, definition } as Editing['content'], 'en'))
  edited = state
  const ways = { dispatch, goTo: () => undefined, insertAt: () => undefined }
  return (
    <EditingProvider ways={ways} shown={{ state, mistakes: placedMistakes(state.content.definition) }}>
      <main>
        <ScoringProperties />
      </main>
    </EditingProvider>
  )
}
const scoring = () => edited.content.definition.scoring

test('what a form is worth at most with a failed critical answer stands in its definition, and can be taken away', async () => {
  await show(<Builder />)
  const cap = page.getByRole('textbox', { name: 'Maximum with a failed critical answer' })
  await cap.fill('40')
  expect(scoring()).toEqual({ bands: { good: 80, attention: 60 }, critical_cap: 40 })
  expect(placedMistakes(edited.content.definition)).toEqual([])
  await expectAccessible()
  await cap.fill('140')
  await expect.element(page.getByText(/100/).last()).toBeVisible()
  expect(scoring()?.critical_cap).toBe(40)
  await cap.fill('')
  expect(scoring()).toEqual({ bands: { good: 80, attention: 60 } })
})
