/** Three choices are enough for most people; the kinds behind them are those that the role can get. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { NotificationSettingsSheet } from './NotificationSettingsSheet.tsx'

let kept: { silent: string[]; mailed: string[] }
vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (method: string, path: string, { body }: { body?: object } = {}) => {
    if (path.endsWith('/preferences')) {
      if (method === 'PUT') Object.assign(kept, body)
      const times = { quiet_from: null, quiet_to: null, is_never_quiet: false, digest_at: null }
      return Response.json({ data: { ...kept, ...times, unpushed: [], muted: [] } })
    }
    return Response.json({ data: path.endsWith('/mute') ? [] : { id: 4, quiet_from: null, quiet_to: null } })
  }),
}))

async function open(rules: { action: string[]; subject: string[] }[], silent: string[] = []) {
  localStorage.setItem('tend_token', 'a token')
  const user = { id: 9, name: 'Ann', company_id: 4, role_id: 3000, time_zone: 'UTC', language_id: 1 }
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem(
    'userAbilityRules',
    JSON.stringify([...rules, { action: ['read'], subject: ['Notice', 'Company'] }]),
  )
  kept = { silent, mailed: ['task.overdue', 'task.assigned'] }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  await show(
    <QueryClientProvider client={client}>
      <NotificationSettingsSheet onClosed={() => undefined} />
    </QueryClientProvider>,
  )
}

afterEach(() => localStorage.clear())
const overdue = page.getByRole('rowheader', { name: /task is overdue/ })

test('a manager chooses one of three, and sees each kind under Advanced', async () => {
  await open([{ action: ['create', 'read', 'update', 'review'], subject: ['Task', 'Submission', 'Finding', 'Paper'] }])
  await expect.element(page.getByRole('radio', { name: 'Everything' })).toBeChecked()
  await page.getByRole('radio', { name: 'Only my work' }).click()
  await expect.poll(() => kept.silent).toContain('task.overdue')
  expect(kept.silent).not.toContain('task.assigned')
  expect(kept.mailed).toEqual(['task.overdue', 'task.assigned'])
  await page.getByText('Advanced', { exact: true }).click()
  await expect.element(overdue).toBeVisible()
  await expectAccessible()
  await page.getByRole('checkbox', { name: /task is overdue.*In the bell/ }).click()
  await expect.element(page.getByRole('radio', { name: 'Only my work' })).not.toBeChecked()
  await page.getByRole('radio', { name: 'Everything' }).click()
  await expect.poll(() => kept.silent).toEqual([])
})

test('a worker is offered no kind that only managers get', async () => {
  await open([{ action: ['read', 'create'], subject: ['Submission'] }])
  await page.getByText('Advanced', { exact: true }).click()
  await expect.element(page.getByRole('rowheader', { name: 'I get a task' })).toBeVisible()
  // The end of a certificate is told to its holder too.
  await expect.element(page.getByRole('rowheader', { name: 'A certificate ends soon' })).toBeVisible()
  await expect.element(overdue).not.toBeInTheDocument()
})

test('a level is also of the kinds that the role does not get now', async () => {
  await open([{ action: ['read', 'create'], subject: ['Submission'] }])
  await page.getByRole('radio', { name: 'Only my work' }).click()
  await expect.poll(() => kept.silent).toContain('task.overdue')
  expect(kept.mailed).toEqual(['task.overdue', 'task.assigned'])
})

test('“Advanced” is open where kinds were chosen one by one, and stays open when a level is chosen', async () => {
  await open([{ action: ['read', 'create'], subject: ['Submission'] }], ['task.assigned'])
  const given = page.getByRole('rowheader', { name: 'I get a task' })
  await expect.element(given).toBeVisible()
  await page.getByRole('radio', { name: 'Everything' }).click()
  await expect.poll(() => kept.silent).toEqual([])
  await expect.element(page.getByRole('radio', { name: 'Everything' })).toBeChecked()
  await expect.element(given).toBeVisible()
})
