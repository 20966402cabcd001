import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SentTask } from '#shared/tasks/contract.ts'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import { keepPerson } from '../../lib/people.ts'
import { useSelection } from '../../ui/list/BulkBar.tsx'
import { pendingCompletions } from '../completion/pendingCompletions.ts'
import { TaskBulkBar } from './TaskBulkBar.tsx'

const company = 4
const open = {
  ...{ company_id: company, user_id: 9, is_completed: false, is_skipped: false, is_missed: false },
  ...{ form_id: null, proof: null, verifies: null, others: [], titles: null },
}
const tasks = [
  { ...open, id: 1, title: 'Sweep the yard' },
  { ...open, id: 2, title: 'Treat the lame animal', proof: 'text' },
  { ...open, id: 3, title: 'Mend the gate', proof: 'photo' },
  { ...open, id: 4, title: 'Look at the barn', form_id: 5 },
  { ...open, id: 5, title: 'Did it help?', verifies: { id: 2, title: 'Treat the lame animal', titles: null } },
  { ...open, id: 6, title: 'Close the gate', others: [{ user_id: 10, name: 'Anna' }] },
] as unknown as SentTask[]

afterEach(() => localStorage.clear())

/** A manager with all of them picked. */
async function showPicked(): Promise<void> {
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem(
    'user',
    JSON.stringify({ id: 9, name: 'Tom', company_id: company, role_id: 2000, time_zone: 'UTC' }),
  )
  const rules = [{ action: ['read', 'complete', 'skip'], subject: 'SentTask' }]
  localStorage.setItem('userAbilityRules', JSON.stringify(rules))
  const queries = new QueryClient()
  queries.setQueryData(['tasks', 'company', {}], { data: tasks, meta: {} })
  await show(
    <QueryClientProvider client={queries}>
      <Picked />
    </QueryClientProvider>,
  )
  await page.getByRole('button', { name: 'Pick all' }).click()
  // As wide as a phone: what can be done stands behind one button.
  await page.getByRole('button', { name: 'Actions' }).click()
}

function Picked() {
  const selection = useSelection()
  return (
    <main>
      <button type="button" onClick={() => selection.toggleAll(tasks)}>
        Pick all
      </button>
      <TaskBulkBar selection={selection} />
    </main>
  )
}

const ended = () => pendingCompletions().map(({ sent_id }) => sent_id)

test('of several picked tasks those that want proof, a form or an answer are not done at once, and may be skipped', async () => {
  await showPicked()
  await expect.element(page.getByRole('button', { name: 'Skip (6)' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Done (2)' }).click()
  expect(ended().sort()).toEqual([1, 6])
})

test('on a device of several people, what any of them can do is not done at once either: it asks who did it', async () => {
  for (const user_id of [9, 10]) keepPerson({ user_id, name: `Person ${user_id}`, company: 'Greenfield' })
  await showPicked()
  await expect.element(page.getByRole('button', { name: 'Done (1)' })).toBeVisible()
})
