import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Definition } from '#shared/forms/definition.ts'
import { DraftProvider } from '../../answers/draft/DraftContext.tsx'
import { TrialDraft, trialOf } from '../../forms/editor/preview/TrialDraft.ts'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import { SectionList } from './SectionList.tsx'

const definition: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [
    {
      id: 'water',
      title: { en: 'Water' },
      questions: [{ id: 'runs', type: 'yes_no', label: { en: 'Does water run?' }, good: 'yes', critical: true }],
    },
    {
      id: 'air',
      title: { en: 'Air' },
      questions: [{ id: 'fresh', type: 'yes_no', label: { en: 'Is the air fresh?' }, good: 'yes' }],
    },
  ],
}

test('a section whose answer failed has no tick, however whole it is, and says so', async () => {
  const draft = new TrialDraft(trialOf({ id: 7, company_id: 4, name: { en: 'Pen check' } }), definition)
  draft.setValue({ id: 'runs' }, 'no')
  draft.setValue({ id: 'fresh' }, 'yes')
  await show(
    <DraftProvider draft={draft}>
      <SectionList
        step={1}
        Step={({ step, children }) => (
          <a href={`#${step}`} data-step={step}>
            {children}
          </a>
        )}
      />
    </DraftProvider>,
  )
  const failed = page.getByRole('img', { name: 'Failed' })
  await expect.element(page.getByRole('link', { name: /^Failed ?Water/ })).toBeVisible()
  expect(document.querySelectorAll('.tabler-icon-check')).toHaveLength(1)
  await expectAccessible()
  draft.setValue({ id: 'runs' }, 'yes')
  await expect.element(failed).not.toBeInTheDocument()
  expect(document.querySelectorAll('.tabler-icon-check')).toHaveLength(2)
})
