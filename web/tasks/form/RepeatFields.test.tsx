/** One choice is usual; a rule of one's own has fields, in which weeks begin as the person has them. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../lib/componentTest.tsx'
import { RepeatFields } from './RepeatFields.tsx'
import type { TaskValues } from './taskValues.ts'

afterEach(() => localStorage.clear())

function Series({ recurrence = 'FREQ=WEEKLY;BYDAY=MO' }) {
  const form = useForm<TaskValues>({
    defaultValues: { recurrence, starts_at: '2026-11-30T08:00', counted_from: 'calendar' },
  })
  return (
    <QueryClientProvider client={new QueryClient()}>
      <RepeatFields form={form} />
      <output>{form.watch('recurrence')}</output>
      <button type="button" onClick={() => form.setValue('starts_at', '2026-12-02T08:00')}>
        On Wednesday
      </button>
    </QueryClientProvider>
  )
}

async function choose(name: string) {
  await page.getByRole('combobox', { name: 'Repeats' }).click()
  await page.getByRole('option', { name }).click()
}

const rule = () => document.querySelector('output')?.textContent

test('the days of a week begin with the person’s first one', async () => {
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem(
    'user',
    JSON.stringify({ id: 9, name: 'Tom', company_id: 4, role_id: 2000, time_zone: 'UTC', week_start: 0 }),
  )
  await show(<Series />)
  await choose('Custom…')
  const days = () => [...document.querySelectorAll('[role=group] label')].map(label => label.textContent)
  await expect.poll(days).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
  await page.getByText('Sun', { exact: true }).click()
  await expect.poll(rule).toBe('FREQ=WEEKLY;BYDAY=MO,SU')
})

test('the count of a series can be emptied and typed, and left empty it is what it was', async () => {
  await show(<Series />)
  await choose('Custom…')
  const every = page.getByRole('textbox', { name: 'Number of weeks' })
  await every.click()
  await userEvent.keyboard('{End}{Backspace}')
  await expect.element(every).toHaveValue('')
  await userEvent.keyboard('2')
  await expect.poll(rule).toContain('INTERVAL=2')
  await userEvent.keyboard('{Backspace}')
  await userEvent.tab()
  await expect.element(every).toHaveValue('2')
})

test('every day, week or month is one choice, which follows the day on which the task begins', async () => {
  await show(<Series />)
  const how = page.getByRole('combobox', { name: 'Repeats' })
  await expect.element(how).toHaveValue('Every week')
  await expect.element(page.getByText('Every week on Monday, at 08:00')).toBeVisible()
  expect(document.querySelectorAll('input[type=checkbox]')).toHaveLength(0)
  await page.getByRole('button', { name: 'On Wednesday' }).click()
  await expect.poll(rule).toBe('FREQ=WEEKLY;BYDAY=WE')
  await expect.element(how).toHaveValue('Every week')
  await choose('Every month')
  await expect.poll(rule).toBe('FREQ=MONTHLY;BYMONTHDAY=2')
  await choose('Every day')
  await expect.poll(rule).toBe('FREQ=DAILY')
  await choose('Does not repeat')
  await expect.poll(rule).toBe('')
})

test('in place of a rule that the fields cannot show, “Custom” begins one that they can', async () => {
  await show(<Series recurrence="FREQ=DAILY;BYHOUR=5,17" />)
  const how = page.getByRole('combobox', { name: 'Repeats' })
  await expect.element(how).not.toHaveValue('Custom…')
  await choose('Custom…')
  await expect.poll(rule).toBe('FREQ=WEEKLY;BYDAY=MO')
  await expect.element(how).toHaveValue('Custom…')
  await expect.element(page.getByRole('textbox', { name: 'Number of weeks' })).toBeVisible()
})
