import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { api } from '../api.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { GuideBeside } from './GuideBeside.tsx'

const body = {
  en: '## Heat\n\nGive shade.\n\n### Signs\n\n| Sign | Deed |\n| --- | --- |\n| Panting | Water |\n\n## Cold\n\nShut the door.',
}

function shown(anchor?: string) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const content = { title: { en: 'Weather' }, body, default_language: 'en', stale_languages: [] }
  queries.setQueryData(api.guides.get.query({ id: 4 }).queryKey, { id: 4, published: { content } } as never)
  return show(
    <QueryClientProvider client={queries}>
      <GuideBeside link={{ guide_id: 4, ...(anchor && { anchor }) }} />
    </QueryClientProvider>,
  )
}

test('beside a question stands the section that it names, with what is below it, and the way to the whole', async () => {
  await shown('heat')
  await expect.element(page.getByText('Give shade.')).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'Panting' })).toBeVisible()
  await expect.element(page.getByText('Shut the door.')).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Weather' })).toHaveAttribute('href', '/guides/4#heat')
  await expectAccessible()
})

test('a section that is gone gives way to the whole guide', async () => {
  await shown('gone')
  await expect.element(page.getByText('Shut the door.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Weather' })).toHaveAttribute('href', '/guides/4')
})
