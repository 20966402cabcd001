/** Cards of submissions and tasks in an open conversation show the present state, not the one when they were sent. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
// Reactions load the shapes of their events with the first of them: here before the test begins.
import '#shared/submissions/contract.ts'
import '#shared/tasks/contract.ts'
import { show } from '../../lib/componentTest.tsx'
import { taskRealtimeHandlers } from '../../screens/work.ts'
import { submissionRealtimeHandlers } from '../../submissions/realtime.ts'
import { Attachments } from './Attachments.tsx'

const submission = {
  ...{ id: 5, form_name: { en: 'Pen check' }, completed_at: '2026-11-20T08:00:00.000Z', subjects: [] },
  ...{ band: 'attention', score_percent: 62, critical_failed: 0 },
}
const sent = {
  ...{ id: 6, title: 'Mend the gate', subjects: [], due_at: '2036-11-20T08:00:00.000Z' },
  ...{ is_completed: false, is_skipped: false, is_missed: false },
}
const asked: string[] = []
vi.mock('../../lib/client.ts', () => ({
  send: vi.fn(async (_: string, path: string) => {
    asked.push(path)
    return Response.json({ data: path.includes('task') ? sent : submission })
  }),
}))
// No router is here.
vi.mock('@tanstack/react-router', async original => ({
  ...(await original<object>()),
  Link: ({ to: _, params: __, ...given }: { to: string; params: object }) => <a href="/" {...given} />,
}))
afterEach(() => localStorage.clear())

test('a card says until when something of what it is about must not be sold, and nothing once that is over', async () => {
  localStorage.setItem('tend_token', 'a token')
  const user = { id: 9, name: 'Ann', company_id: 4, role_id: 2000, time_zone: 'UTC', language_id: 1 }
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem(
    'userAbilityRules',
    JSON.stringify([{ action: ['read'], subject: ['Submission', 'Task', 'SentTask'] }]),
  )
  const cow = (id: number, withheld_until: string) => ({
    type: 'animal',
    id,
    name: `Cow ${id}`,
    status: null,
    withheld_until,
  })
  Object.assign(submission, { subjects: [cow(1, '2199-12-31'), cow(2, '2020-01-31')] })
  Object.assign(sent, { subjects: [cow(3, '2198-12-31')] })
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })}>
      <Attachments
        attachments={[
          { type: 'form_submission', form_submission_id: 5 },
          { type: 'task_sent', task_sent_id: 6 },
        ]}
      />
    </QueryClientProvider>,
  )
  await expect.element(page.getByText(/Withdrawal period until .*2199/)).toBeVisible()
  await expect.element(page.getByText(/Withdrawal period until .*2198/)).toBeVisible()
  expect(page.getByText(/Withdrawal period until .*2020/).elements()).toEqual([])
  Object.assign(submission, { subjects: [] })
  Object.assign(sent, { subjects: [] })
})

test('a card follows the score of its submission, and the state of its task, while it is open', async () => {
  localStorage.setItem('tend_token', 'a token')
  const user = { id: 9, name: 'Ann', company_id: 4, role_id: 2000, time_zone: 'UTC', language_id: 1 }
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem(
    'userAbilityRules',
    JSON.stringify([{ action: ['read'], subject: ['Submission', 'Task', 'SentTask'] }]),
  )
  const queries = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  await show(
    <QueryClientProvider client={queries}>
      <Attachments
        attachments={[
          { type: 'form_submission', form_submission_id: 5 },
          { type: 'task_sent', task_sent_id: 6 },
        ]}
      />
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('62%')).toBeVisible()
  await expect.element(page.getByText(/Submitted on .*20/)).toBeVisible()
  await expect.element(page.getByText('Open', { exact: true })).toBeVisible()

  Object.assign(submission, { band: 'good', score_percent: 91 })
  Object.assign(sent, { is_completed: true })
  asked.length = 0
  submissionRealtimeHandlers['submission.changed']?.({ company_id: 4, id: 5 }, queries)
  await expect.element(page.getByText('91%')).toBeVisible()
  taskRealtimeHandlers['tasks.changed']?.({ count: 1 }, queries)
  await expect.element(page.getByText('Done', { exact: true })).toBeVisible()
  Object.assign(sent, { is_completed: false, is_missed: true })
  taskRealtimeHandlers['tasks.changed']?.({ count: 1 }, queries)
  await expect.element(page.getByText('Missed', { exact: true })).toBeVisible()
  expect(new Set(asked).size).toBe(2)
})
