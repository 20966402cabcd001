import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Finding } from '#shared/findings/contract.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { applyLocale } from '../lib/locale.ts'
import { FindingList } from './FindingList.tsx'

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const finding: Finding = {
  ...{ id: 1, company_id: 4, severity: 'critical', stage: 'open', submission_id: 8, form_id: 2, question_id: 'lame' },
  form_name: { en: 'Look at one animal' },
  question: { en: 'Is it lame?' },
  answer: { en: 'Yes', hu: 'Igen' },
  note: 'Hind leg',
  photos: [],
  subjects: [
    { type: 'animal', id: 1, name: 'نجمة' },
    { type: 'animal', id: 2, name: 'وردة' },
  ],
  ...{ user_id: 9, user_name: 'محمد', found_at: new Date().toISOString(), task_id: 5 },
  task_title: 'Call the vet',
  task_titles: { en: 'Call the vet', hu: 'Állatorvost hívni' },
  ...{
    open_task: null,
    done: null,
    recheck: null,
    closed_at: null,
    closed_how: null,
    closed_by: null,
    closed_by_name: null,
    reason: null,
  },
}

const list = (dir: 'ltr' | 'rtl' = 'ltr', shown = finding) =>
  show(
    <QueryClientProvider client={new QueryClient()}>
      <RouterContextProvider router={router}>
        <main dir={dir}>
          <FindingList findings={[shown]} label="Findings" />
        </main>
      </RouterContextProvider>
    </QueryClientProvider>,
  )

test('a finding leads with what it is about and what was noted, each name in its own direction', async () => {
  await list()
  await expect.element(page.getByRole('link', { name: 'نجمة, وردة' })).toHaveAttribute('href', '/submission/view/8')
  await expect.element(page.getByText('Hind leg')).toBeVisible()
  for (const own of ['نجمة', 'وردة', 'محمد', 'Task: Call the vet'])
    expect(page.getByText(own, { exact: true }).element().tagName).toBe('BDI')
  await expectAccessible()
})

test('its task is called as the form calls it in the language of the reader', async () => {
  applyLocale('hu')
  onTestFinished(() => applyLocale('en'))
  await list()
  await expect.element(page.getByText('Task: Állatorvost hívni')).toBeVisible()
})

test('on a page from the right, a note from the left begins at the right', async () => {
  await list('rtl')
  await expect.element(page.getByText('Hind leg')).toBeVisible()
  const note = page.getByText('Hind leg').element()
  const words = document.createRange()
  words.selectNodeContents(note)
  expect(Math.round(words.getBoundingClientRect().right)).toBe(Math.round(note.getBoundingClientRect().right))
})

test('a card tells the answer, who has the task and until when, and offers to remind them', async () => {
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem('user', JSON.stringify({ id: 9, name: 'Ann', company_id: 4, role_id: 2000, time_zone: 'UTC' }))
  const rules = [{ action: ['read', 'update'], subject: ['Finding', 'Task'] }]
  localStorage.setItem('userAbilityRules', JSON.stringify(rules))
  onTestFinished(() => localStorage.clear())
  const open_task = {
    due_at: new Date(Date.now() - 3_600_000).toISOString(),
    people: [
      { sent_task_id: 31, user_id: 71, user_name: 'Tom Ashby' },
      { sent_task_id: 32, user_id: 72, user_name: 'Nora Price' },
    ],
    people_count: 2,
    reminded_at: null,
  }
  await list('ltr', { ...finding, open_task })
  await expect.element(page.getByText('Yes')).toBeVisible()
  await expect.element(page.getByText('Tom Ashby and 1 other')).toBeVisible()
  await expect.element(page.getByText(/^Overdue since/)).toBeVisible()
  for (const name of ['Remind', 'Give to', 'Close'])
    await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible()
  await expectAccessible()

  await list('ltr', { ...finding, id: 2, open_task: { ...open_task, reminded_at: new Date().toISOString() } })
  await expect.element(page.getByText('Already reminded within the last hour')).toBeVisible()
  expect(page.getByRole('button', { name: 'Remind', exact: true }).elements()).toHaveLength(1)
})
