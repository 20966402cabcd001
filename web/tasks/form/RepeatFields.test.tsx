/** How often is typed as elsewhere, and weeks begin as the person has them. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../lib/componentTest.tsx'
import { RepeatFields } from './RepeatFields.tsx'
import type { TaskValues } from './taskValues.ts'

afterEach(() => localStorage.clear())

function Series() {
  const form = useForm<TaskValues>({
    defaultValues: { recurrence: 'FREQ=WEEKLY;BYDAY=MO', starts_at: '2026-11-30T08:00', counted_from: 'calendar' },
  })
  return (
    <QueryClientProvider client={new QueryClient()}>
      <RepeatFields form={form} />
      <output>{form.watch('recurrence')}</output>
    </QueryClientProvider>
  )
}

const rule = () => document.querySelector('output')?.textContent

test('the days of a week begin with the person’s first one', async () => {
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem(
    'user',
    JSON.stringify({ id: 9, name: 'Tom', company_id: 4, role_id: 2000, time_zone: 'UTC', week_start: 0 }),
  )
  await show(<Series />)
  const days = () => [...document.querySelectorAll('[role=group] label')].map(label => label.textContent)
  await expect.poll(days).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
  await page.getByText('Sun', { exact: true }).click()
  await expect.poll(rule).toBe('FREQ=WEEKLY;BYDAY=MO,SU')
})

test('the count of a series can be emptied and typed, and left empty it is what it was', async () => {
  await show(<Series />)
  const every = page.getByRole('textbox', { name: 'Every so many weeks' })
  await every.click()
  await userEvent.keyboard('{End}{Backspace}')
  await expect.element(every).toHaveValue('')
  await userEvent.keyboard('2')
  await expect.poll(rule).toContain('INTERVAL=2')
  await userEvent.keyboard('{Backspace}')
  await userEvent.tab()
  await expect.element(every).toHaveValue('2')
})
