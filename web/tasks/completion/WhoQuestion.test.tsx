import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SentTask } from '#shared/tasks/contract.ts'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import { keepPerson } from '../../lib/people.ts'
import { pendingCompletions } from './pendingCompletions.ts'
import { useComplete } from './TaskActions.tsx'

const sent = {
  ...{ id: 7, company_id: 4, user_id: 9, title: 'Wash the parlour', titles: null, form_id: null, proof: null },
  ...{ verifies: null, is_completed: false, is_skipped: false, is_missed: false },
  others: [
    { user_id: 10, name: 'فريد حداد' },
    { user_id: 11, name: 'Anna' },
  ],
} as unknown as SentTask

const me = { id: 9, name: 'Tom', company_id: 4, role_id: 3000, time_zone: 'UTC' }

afterEach(() => localStorage.clear())

function Card({ task }: { task: SentTask }) {
  const { complete, asking } = useComplete(task)
  return (
    <main>
      <button type="button" onClick={complete}>
        Done with it
      </button>
      {asking}
    </main>
  )
}

/** Tom is signed in, on a phone of his own or one that he shares. */
async function finish(task: SentTask, people: number[]): Promise<void> {
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem('user', JSON.stringify(me))
  for (const user_id of people) keepPerson({ user_id, name: `Person ${user_id}`, company: 'Greenfield' })
  await show(<Card task={task} />)
  await page.getByRole('button', { name: 'Done with it' }).click()
}

const endOf = (id: number) => pendingCompletions().find(({ sent_id }) => sent_id === id)

test('on a shared device a group is asked who did it, and nothing is done before somebody is named', async () => {
  await finish(sent, [9, 10])
  const asked = page.getByRole('dialog', { name: 'Wash the parlour' })
  const done = asked.getByRole('button', { name: 'Done' })
  await expect.element(asked.getByRole('radiogroup', { name: 'Who did it?' })).toBeVisible()
  expect(asked.getByRole('radio').elements().length).toBe(3)
  await expect.element(done).toBeDisabled()
  await expectAccessible()
  // Each name keeps its own direction.
  expect(asked.getByText('فريد حداد').element().tagName).toBe('BDI')
  await asked.getByRole('radio', { name: 'فريد حداد' }).click()
  await done.click()
  await expect.poll(() => endOf(7)).toMatchObject({ how: 'complete', by: 10, by_name: 'فريد حداد' })
})

test('a person who did it themselves is named by their own row', async () => {
  await finish({ ...sent, id: 8 }, [9, 10])
  await page.getByRole('radio', { name: 'Tom' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => endOf(8)).toMatchObject({ how: 'complete' })
  expect(endOf(8)).not.toHaveProperty('by')
})

test('on somebody’s own phone nobody is asked', async () => {
  await finish({ ...sent, id: 12 }, [9])
  await expect.poll(() => endOf(12)).toMatchObject({ how: 'complete' })
})

test('a person who has it alone is not asked on a shared device either', async () => {
  await finish({ ...sent, id: 13, others: [] }, [9, 10])
  await expect.poll(() => endOf(13)).toMatchObject({ how: 'complete' })
  expect(page.getByRole('dialog').elements()).toHaveLength(0)
})
