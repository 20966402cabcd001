import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { OwnPdfs } from './OwnPdfs.tsx'

const made = (id: number, kind: string, filename: string) => ({
  ...{ id, kind, filename, state: 'ready', record_id: 1 },
  ...{ created_at: '2026-11-23T08:00:00.000Z', expires_at: '2026-12-23T08:00:00.000Z' },
})
const there = [made(1, 'report', 'Pens.pdf'), made(2, 'guide', 'Gates.pdf')]
vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (_: string, __: string, { query }: { query: { kind?: string } }) => {
    const data = there.filter(({ kind }) => !query.kind || kind === query.kind)
    return Response.json({ data, meta: { total: data.length } })
  }),
}))

test('a person finds the PDFs of one kind, and those of all kinds when they ask for them', async () => {
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })}>
      <OwnPdfs kind="report" />
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('Pens.pdf')).toBeVisible()
  await expect.element(page.getByText('Gates.pdf')).not.toBeInTheDocument()
  await page.getByRole('switch', { name: 'All kinds' }).click()
  await expect.element(page.getByText('Gates.pdf')).toBeVisible()
  await expect.element(page.getByText(/^Guide/)).toBeVisible()
  await expectAccessible()
})
