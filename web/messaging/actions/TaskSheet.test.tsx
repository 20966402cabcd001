import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Message } from '#shared/messaging/shapes.ts'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import { TaskSheet } from './MessageMenu.tsx'

/** Who does tasks; Vera is at work too, and does none. */
const tom = { id: 10, name: 'Tom', frozen_at: null, role_id: 3000 }
const people = { tasks: [tom], work: [tom, { ...tom, id: 11, name: 'Vera' }] }
const sent: unknown[] = []
vi.mock('../../lib/client.ts', () => ({
  send: vi.fn(
    async (
      method: string,
      path: string,
      { query = {}, body }: { query?: { offered_for?: 'tasks' }; body?: unknown } = {},
    ) => {
      if (method === 'POST') {
        sent.push({ path, body })
        return Response.json({ data: { id: 1 } })
      }
      const data = people[query.offered_for ?? 'work']
      return Response.json({ data, meta: { total: data.length } })
    },
  ),
}))
afterEach(() => localStorage.clear())

test('a message becomes a task of somebody who does tasks; nobody else is offered', async () => {
  localStorage.setItem('tend_token', 'a token')
  const user = { id: 9, name: 'Ann', company_id: 4, role_id: 2000, time_zone: 'UTC', language_id: 1 }
  localStorage.setItem('user', JSON.stringify(user))
  const rules = [{ action: ['read', 'create'], subject: ['Member', 'Task'] }]
  localStorage.setItem('userAbilityRules', JSON.stringify(rules))
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })}>
      <TaskSheet message={{ message_text: 'Mend the gate' } as Message} onClosed={() => undefined} />
    </QueryClientProvider>,
  )
  await expect.element(page.getByRole('textbox', { name: 'What to do' })).toHaveValue('Mend the gate')
  await expectAccessible()
  const person = page.getByRole('combobox', { name: 'Person' })
  await person.click()
  await expect.element(page.getByRole('option', { name: 'Tom' })).toBeVisible()
  await expect.element(page.getByRole('option', { name: 'Vera' })).not.toBeInTheDocument()
  await page.getByRole('option', { name: 'Tom' }).click()
  await page.getByRole('button', { name: 'Create a task' }).click()
  await expect
    .poll(() => sent)
    .toEqual([{ path: '/task', body: { title: 'Mend the gate', assignees: [{ user_id: 10 }] } }])
})
