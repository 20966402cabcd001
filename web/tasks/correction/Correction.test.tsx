import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SentTask } from '#shared/tasks/contract.ts'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import { Correction } from './Correction.tsx'

const sent = {
  ...{ id: 7, company_id: 4, user_id: 9, title: 'Mend the drinker', verification: null, verify_after_days: null },
  ...{ root_cause: null, root_cause_words: null, control: null },
} as unknown as SentTask

afterEach(() => localStorage.clear())

async function showIt(task: SentTask): Promise<void> {
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem('user', JSON.stringify({ id: 9, name: 'Tom', company_id: 4, role_id: 3000, time_zone: 'UTC' }))
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['complete'], subject: 'SentTask' }]))
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <Correction sent={task} />
    </QueryClientProvider>,
  )
}

test('where nothing was said of a correction yet there is no list, only the way to say it', async () => {
  await showIt(sent)
  await expect.element(page.getByRole('button', { name: 'Add cause and action' })).toBeVisible()
  expect(document.querySelectorAll('dl')).toHaveLength(0)
  await expectAccessible()
})

test('what was said of it stands there, in the direction of its own words', async () => {
  await showIt({ ...sent, root_cause: 'معدات بالية', control: 'eliminate' } as unknown as SentTask)
  expect(page.getByText('معدات بالية').element().tagName).toBe('BDI')
  expect(document.querySelectorAll('dl > div')).toHaveLength(2)
})
