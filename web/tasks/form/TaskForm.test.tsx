import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Task } from '#shared/tasks/contract.ts'
import { show } from '../../lib/componentTest.tsx'
import { RequestError } from '../../lib/requestError.ts'
import { TaskForm } from './TaskForm.tsx'

vi.mock('../../lib/client.ts', () => ({
  send: vi.fn(async (method: string) => {
    if (method === 'GET') return Response.json({ data: [], meta: { total: 0 } })
    throw new RequestError({ status: 422, code: 'invalid', errors: { late_for: ['Not that long.'] } })
  }),
}))
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const task = {
  ...{ id: 7, revision: 1, title: 'Mend the drinker', titles: null, description: null, priority: 'normal' },
  ...{ assignees: [{ user_id: 9, name: 'Tom' }], subjects: [], form_id: null, guide_id: null, recurrence: null },
  ...{ starts_at: '2026-11-30T08:00:00', due_after: 'PT1H', next_at: null, counted_from: 'calendar', kind: 'check' },
  ...{ done_by: 'everyone', per_subject: false, opens_before: null, late_for: null, missed: 'keep' },
} as unknown as Task

test('“More” can be folded, and every refusal of a field in it opens it again', async () => {
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem('user', JSON.stringify({ id: 9, name: 'Tom', company_id: 4, role_id: 2000, time_zone: 'UTC' }))
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })}>
      <TaskForm task={task} onClosed={() => undefined} />
    </QueryClientProvider>,
  )
  const refused = page.getByText('Not that long.')
  const priority = page.getByRole('combobox', { name: 'Priority' })
  await expect.element(priority).toBeVisible()
  for (const _ of ['the first try', 'the second']) {
    await page.getByText('More', { exact: true }).click()
    await expect.element(priority).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(refused).toBeVisible()
  }
})
