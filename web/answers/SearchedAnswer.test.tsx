/** A reader of ear tags types into the field and presses Enter, as a keyboard would. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Definition } from '#shared/forms/definition.ts'
import type { RegisterQuestion } from '#shared/forms/questions.ts'
import { TrialDraft, trialOf } from '../forms/editor/preview/TrialDraft.ts'
import { show } from '../lib/componentTest.tsx'
import { DraftProvider } from './draft/DraftContext.tsx'
import { RegisterAnswer } from './SearchedAnswer.tsx'

vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async () =>
    Response.json({
      ...{ since: '1 a', is_whole: true, left_out: 0 },
      rows: [
        [7, 'Bella', 'HU 30-1234'],
        [8, 'Daisy', 'HU 30-9', null, null, '2199-12-31'],
        [9, 'Dora', 'HU 30-8', null, null, '2020-01-31'],
      ],
    }),
  ),
}))

const one = { id: 'cow', type: 'animal', label: { en: 'Which?' } } as RegisterQuestion
const definition: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [{ id: 'walk', title: { en: 'Walk' }, questions: [one] }],
}

test('what was read is picked by Enter, without what separates its parts too', async () => {
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem('user', JSON.stringify({ id: 21, name: 'Tom', company_id: 4, role_id: 3000, time_zone: 'UTC' }))
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['read'], subject: ['Animal'] }]))
  const draft = new TrialDraft(trialOf({ id: 7, company_id: 4, name: { en: 'Check' } }), definition)
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <DraftProvider draft={draft}>
        <h2 id="one">One</h2>
        <RegisterAnswer question={one} labelId="one" />
      </DraftProvider>
    </QueryClientProvider>,
  )
  const picked = (id: string) => draft.rowOf(id)?.answer?.value
  await page.getByLabelText('One').first().click()
  await expect.element(page.getByText('Bella · HU 30-1234').first()).toBeVisible()
  // The list shows the animals that must not be sold now.
  await expect.element(page.getByText(/^Daisy · HU 30-9 · Withdrawal period until .*2199/).first()).toBeVisible()
  await expect.element(page.getByText('Dora · HU 30-8', { exact: true }).first()).toBeVisible()
  await userEvent.keyboard('HU301234{Enter}')
  await vi.waitFor(() => expect(picked('cow')).toEqual([{ id: 7, name: 'Bella' }]))
})
