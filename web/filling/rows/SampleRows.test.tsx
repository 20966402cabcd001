/** A sample in two halves: the first is offered, and after it what it says decides whether the other is needed. */
import { act } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Definition, Repeat } from '#shared/forms/definition.ts'
import { DraftProvider, useDraftSelector } from '../../answers/draft/DraftContext.tsx'
import { TrialDraft, trialOf } from '../../forms/editor/preview/TrialDraft.ts'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import { SampleRows } from './AddRows.tsx'

const roster: Repeat = {
  id: 'cows',
  type: 'repeat',
  label: { en: 'Cows' },
  rows: { from: 'sample', population: '120', sample: { confidence: 95, precision: 10, in_halves: true } },
  measures: [
    { id: 'lameness', label: { en: 'Lame' }, question: 'lame', at_least: 1, limits: { good: 15, attention: 30 } },
  ],
  questions: [{ id: 'lame', type: 'yes_no', label: { en: 'Lame?' }, good: 'no' }],
}
const definition: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [{ id: 'walk', title: { en: 'Walk' }, questions: [roster] }],
}

function Shown() {
  const count = useDraftSelector(({ state }) => state.rows('cows').length)
  return <SampleRows repeat={roster} at="cows" count={count} onOpen={() => undefined} />
}

test('half of the sample is enough where it is clear, and the other half is offered where it is not', async () => {
  const draft = new TrialDraft(trialOf({ id: 7, company_id: 4, name: { en: 'Lameness' } }), definition)
  await show(
    <DraftProvider draft={draft}>
      <Shown />
    </DraftProvider>,
  )
  await expect.element(page.getByText('Start with 27 of 54 animals', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Add 27 rows' }).click()
  await expect.element(page.getByText('Answer these 27 first', { exact: false })).toBeVisible()
  const give = (from: number, to: number, value: string) =>
    act(async () => {
      for (const row of draft.state.rows('cows').slice(from, to)) draft.setValue({ id: `lame@${row}` }, value)
    })
  await give(0, 27, 'no')
  await expect.element(page.getByText('Lame: Good', { exact: false })).toBeVisible()
  await expectAccessible()
  await give(0, 5, 'yes')
  await expect
    .element(page.getByText('The result is not clear after half of the sample', { exact: false }))
    .toBeVisible()
  await page.getByRole('button', { name: 'Add 27 rows' }).click()
  await expect.element(page.getByText('54 animals are enough', { exact: false })).toBeVisible()
})
