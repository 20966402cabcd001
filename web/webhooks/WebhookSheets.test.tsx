import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Webhook, WebhookDelivery } from '#shared/webhooks/contract.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { NewWebhookSheet, WebhookSheet } from './WebhookSheets.tsx'

const there = vi.hoisted(() => ({ sent: [] as unknown[], log: [] as unknown[], isDown: false }))

const webhook: Webhook = {
  ...{ id: 4, company_id: 3, name: 'Herd book', url: 'https://herd.example.com/hook', key_id: 7, key_name: 'Herd key' },
  ...{ events: ['task.done', 'animal.event'], created_at: '2026-11-30T04:00:00.000Z', previous_until: null },
  ...{ paused_at: null, paused_because: null, failing_since: null },
}
const delivery: WebhookDelivery = {
  ...{ id: 9, webhook_id: 4, message_id: '3f0c1f7e-58a1-4b0e-9d6f-1f1d2f3a4b5c', type: 'task.done', tries: 2 },
  ...{ created_at: '2026-11-30T05:00:00.000Z', state: 'waiting', due_at: '2026-11-30T05:05:00.000Z' },
  ...{ sent_at: '2026-11-30T05:00:05.000Z', status: 503, failure: null },
}
const secret = `whsec_${'a'.repeat(43)}=`

vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (method: string, path: string, { body }: { body?: object } = {}) => {
    const meta = { current_page: 1, last_page: 1, total: 1 }
    if (path.endsWith('/delivery') && there.isDown) throw new Error('Nothing answers')
    if (path.endsWith('/delivery')) return Response.json({ data: there.log, meta })
    if (path === '/webhook/delivery/9')
      return Response.json({ data: { ...delivery, body: '{"type":"task.done"}', answer: 'Busy' } })
    if (method === 'GET') return Response.json({ data: [{ id: 7, name: 'Herd key' }], meta })
    there.sent.push([method, path, body])
    return Response.json({ data: { ...webhook, secret } })
  }),
}))

beforeEach(() => {
  Object.assign(there, { sent: [], log: [delivery], isDown: false })
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem(
    'user',
    JSON.stringify({ id: 9, name: 'Ann', company_id: 3, role_id: 2000, time_zone: 'UTC', language_id: 1 }),
  )
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: 'manage', subject: 'all' }]))
})

const within = (sheet: React.ReactNode) =>
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {sheet}
    </QueryClientProvider>,
  )

test('a new webhook takes an address that can be reached, a key and events, and shows its secret once', async () => {
  await page.viewport(390, 844)
  await within(<NewWebhookSheet companyId={3} onClosed={() => undefined} />)
  await page.getByRole('textbox', { name: 'Name' }).fill('Herd book')
  await page.getByRole('textbox', { name: 'Address' }).fill('http://herd.example.com/hook')
  await page.getByRole('combobox', { name: 'API key' }).click()
  await page.getByRole('option', { name: 'Herd key' }).click()
  await page.getByRole('checkbox', { name: 'Task done' }).click()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect.element(page.getByText('Use an address that starts with https://', { exact: false })).toBeVisible()
  expect(there.sent).toEqual([])
  await page.getByRole('textbox', { name: 'Address' }).fill('https://herd.example.com/hook')
  await expectAccessible()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Secret' })).toHaveValue(secret)
  const draft = { name: 'Herd book', url: 'https://herd.example.com/hook', key_id: 7, events: ['task.done'] }
  expect(there.sent).toEqual([['POST', '/webhook', draft]])
  await expectAccessible()
})

test('the log says what was sent and answered, and sends it again', async () => {
  await within(<WebhookSheet webhook={webhook} companyId={3} onClosed={() => undefined} />)
  await expect.element(page.getByText('Answer 503', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Details' }).click()
  await expect.element(page.getByText('Busy')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => there.sent).toEqual([['POST', '/webhook/delivery/9/replay', {}]])
})

test('a paused webhook says why, and offers to go on; an empty log and one that cannot be read say so', async () => {
  there.log = []
  const paused = { ...webhook, paused_at: webhook.created_at, paused_because: 'failures' as const }
  await within(<WebhookSheet webhook={paused} companyId={3} onClosed={() => undefined} />)
  await expect.element(page.getByText('Paused: the address accepted nothing for a week.')).toBeVisible()
  await expect.element(page.getByText('Nothing has been sent yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(() => there.sent).toMatchObject([['POST', '/webhook/4/resume', {}]])
  there.isDown = true
  await within(<WebhookSheet webhook={{ ...webhook, id: 5 }} companyId={3} onClosed={() => undefined} />)
  await expect.element(page.getByText('This could not be loaded').first()).toBeVisible()
})
