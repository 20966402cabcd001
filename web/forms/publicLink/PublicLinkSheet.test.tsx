import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { FormDetail } from '#shared/forms/contract.ts'
import type { PublicLink } from '#shared/forms/public/publicLink.ts'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import { PublicLinkSheet } from './PublicLinkSheet.tsx'

const link = (id: number, more: Partial<PublicLink>): PublicLink => ({
  ...{ id, name: '', address: `https://farm.example/form/7/public/${id}`, expires_at: null, last_day: null },
  ...{ has_pin: false, cap: null, responses: 0, prefill: {}, label_question: null, left_out: [], revision: 1 },
  ...{ created_at: '2026-11-23T08:00:00Z', updated_at: '2026-11-23T08:00:00Z' },
  ...more,
})
const there = vi.hoisted(() => ({
  links: [] as unknown[],
  sent: [] as { method: string; path: string; body?: object }[],
}))

vi.mock('../../lib/client.ts', () => ({
  send: vi.fn(async (method: string, path: string, { body }: { body?: object } = {}) => {
    if (method !== 'GET') there.sent.push({ method, path, ...(body && { body }) })
    if (method === 'GET' && path.endsWith('/label'))
      return Response.json({ data: [{ id: 3, name: 'Barn 3', address: 'x' }], meta: { last_page: 1, total: 1 } })
    if (method === 'GET') return Response.json({ data: there.links, meta: { total: there.links.length } })
    return Response.json({ data: link(9, body as Partial<PublicLink>) })
  }),
}))

const form = {
  ...{ id: 7, company_id: 4, name: { en: 'Barn check' }, status: 'open', default_language: 'en', draft: null },
  published: {
    ...{ id: 1, number: 1, published_at: '2026-11-23T08:00:00Z' },
    definition: {
      schema: 1,
      default_language: 'en',
      sections: [
        { id: 'a', title: { en: 'A' }, questions: [{ id: 'barn', type: 'location', label: { en: 'Which barn?' } }] },
      ],
    },
  },
} as unknown as FormDetail

const sheet = () =>
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PublicLinkSheet form={form} name="Barn check" onClosed={() => undefined} />
    </QueryClientProvider>,
  )

beforeEach(() => {
  const user = { id: 9, name: 'Ann', company_id: 4, role_id: 2000, time_zone: 'UTC', language_id: 1 }
  const rules = [{ action: ['read', 'update'], subject: ['Company', 'Form'] }]
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem('userAbilityRules', JSON.stringify(rules))
  there.links = []
  there.sent = []
})

test('without a link one is made, with its name, its last day as a day, and its labels', async () => {
  await sheet()
  await page.getByLabelText('Name of the link').fill('Barn doors')
  await page.getByLabelText('Labels for each location, vehicle or group').selectOptions('Which barn?')
  // What the labels answer is asked of visitors, and is not the link's to answer.
  await expect.element(page.getByText('Not asked')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Barn 3' })).toBeVisible()
  expect(there.sent).toMatchObject([
    { method: 'POST', body: { name: 'Barn doors', label_question: 'barn', last_day: null, cap: null } },
  ])
  await expectAccessible()
})

test('several links are a list by name, each with what is to be known of it, and one of them is changed by itself', async () => {
  there.links = [
    link(1, { name: 'Gate', cap: 20, responses: 3, last_day: '2027-01-31', has_pin: true }),
    link(2, { expires_at: '2020-01-01T00:00:00Z', last_day: '2019-12-31' }),
  ]
  await sheet()
  const gate = page.getByRole('button', { name: /^Gate/ })
  await expect.element(gate).toHaveTextContent('Gate3 of 20 answers received · until 31 Jan 2027 · PIN')
  await expect.element(page.getByText('The last day has passed. Visitors see a message about it.')).toBeVisible()
  await expectAccessible()
  await gate.click()
  await page.getByLabelText('Maximum number of answers').fill('30')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => there.sent)
    .toMatchObject([
      { method: 'PUT', path: '/form/7/public-link/1', body: { cap: 30, last_day: '2027-01-31', revision: 1 } },
    ])
})

test('the only link is shown at once, and there is a way to make another', async () => {
  there.links = [link(1, { name: 'Gate' })]
  await sheet()
  await expect.element(page.getByLabelText('Name of the link')).toHaveValue('Gate')
  await page.getByRole('button', { name: 'All links' }).click()
  await page.getByRole('button', { name: 'Create another link' }).click()
  await expect.element(page.getByLabelText('Name of the link')).toHaveValue('')
})
