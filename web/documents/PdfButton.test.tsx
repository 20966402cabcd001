/** Characters that cannot be printed are said before the PDF is made, and the next press makes it. */
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../lib/componentTest.tsx'
import { queryClient } from '../lib/queryClient.ts'
import { RequestError } from '../lib/requestError.ts'
import { PdfButton } from './PdfButton.tsx'

const asked: unknown[] = []
const saved: string[] = []
const told: unknown[] = []
vi.mock('../ui/toast.tsx', () => ({ tellProblem: (error: RequestError) => told.push(error.code) }))
vi.mock('../lib/saveFile.ts', () => ({ saveFile: (_: Blob, filename: string) => saved.push(filename) }))
vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (method: string, path: string, { body }: { body?: Record<string, unknown> } = {}) => {
    if (path.endsWith('/file')) return new Response('%PDF')
    asked.push(body)
    if (method === 'POST' && body?.refuse_missing_characters)
      throw new RequestError({ status: 409, code: 'characters_missing', message: 'Some characters cannot be printed.' })
    return Response.json({ data: { id: 1, state: 'ready', done: 1, total: 1, filename: 'Pens.pdf' } })
  }),
}))

test('a person is told of characters that cannot be printed, and then has the PDF anyway', async () => {
  await show(
    <QueryClientProvider client={queryClient}>
      <PdfButton wanted={{ kind: 'report', record_id: 7 }} text="PDF" />
    </QueryClientProvider>,
  )
  await page.getByRole('button', { name: 'PDF' }).click()
  await expect.poll(() => told).toEqual(['characters_missing'])
  expect(saved).toEqual([])
  await page.getByRole('button', { name: 'PDF' }).click()
  await expect.poll(() => saved).toEqual(['Pens.pdf'])
  expect(asked).toEqual([
    { kind: 'report', record_id: 7, refuse_missing_characters: true },
    { kind: 'report', record_id: 7 },
  ])
})
