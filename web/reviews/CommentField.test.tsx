import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { api } from '../api.ts'
import { show } from '../lib/componentTest.tsx'
import { CommentField } from './Comments.tsx'

const comment = vi.hoisted(() => vi.fn<(said: { text: string }) => Promise<unknown>>())
vi.spyOn(api.reviews, 'comment').mockImplementation(comment as never)

const showField = (submissionId: number) =>
  show(
    <QueryClientProvider client={new QueryClient()}>
      <CommentField submissionId={submissionId} people={[]} />
    </QueryClientProvider>,
  )
const field = () => page.getByRole('textbox', { name: 'Comment' })
afterEach(() => localStorage.clear())

test('what is typed while a comment is being sent stays in the field', async () => {
  const { promise: sent, resolve: arrive } = Promise.withResolvers<void>()
  comment.mockReturnValue(sent)
  await showField(8)
  await field().fill('Which leg?')
  await page.getByRole('button', { name: 'Send' }).click()
  await field().fill('Which leg? The left one')
  arrive()
  await expect.element(field()).toHaveValue(' The left one')
  expect(comment.mock.calls.map(([{ text }]) => text)).toEqual(['Which leg?'])
})

test('a comment that could not be sent stays in the field', async () => {
  comment.mockRejectedValue(new Error('No network'))
  await showField(9)
  await field().fill('Which leg?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => comment.mock.settledResults.at(-1)?.type).toBe('rejected')
  await expect.element(field()).toHaveValue('Which leg?')
})
