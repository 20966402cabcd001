/** Picked rows stay picked, in memory and in words. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../lib/componentTest.tsx'
import { BulkBar, useSelectedRows, useSelection } from './BulkBar.tsx'

const row = (id: number, name: string) => ({ id, name })
const queries = new QueryClient()

function List() {
  const [search, setSearch] = useState<object>({ page: 1 })
  const selection = useSelection(search)
  const picked = useSelectedRows<ReturnType<typeof row>>(['animals', 'list'], selection)
  return (
    <main>
      <button type="button" onClick={() => selection.toggle(row(1, 'Bella'))}>
        Pick Bella
      </button>
      <button type="button" onClick={() => selection.toggleAll([row(2, 'Flora'), row(3, 'Rosa')])}>
        Pick the page
      </button>
      <button type="button" onClick={() => setSearch({ page: 2, sort: 'name' })}>
        Second page
      </button>
      <button type="button" onClick={() => setSearch({ search: 'ro' })}>
        Search
      </button>
      <output>{picked.map(({ name }) => name).join(', ')}</output>
      <BulkBar selection={selection}>nothing</BulkBar>
    </main>
  )
}

const press = (name: string) => page.getByRole('button', { name }).click()
const picked = () => document.querySelector('output')?.textContent
const bar = () => document.querySelector('section')?.textContent

test('rows of a page that memory has dropped are acted on, and those of another filter are counted apart', async () => {
  queries.setQueryData(['animals', 'list', { page: 1 }], { data: [row(1, 'Bella of the server')], meta: {} })
  await show(
    <QueryClientProvider client={queries}>
      <List />
    </QueryClientProvider>,
  )
  await press('Pick Bella')
  await expect.poll(picked).toBe('Bella of the server')
  queries.clear()
  await press('Second page')
  await press('Pick the page')
  await expect.poll(picked).toBe('Bella, Flora, Rosa')
  expect(bar()).toContain('3 selected')
  expect(bar()).not.toContain('other filters')
  await press('Search')
  await expect.poll(bar).toContain('3 selected · 3 under other filters')
  await press('Pick Bella')
  await press('Pick Bella')
  await expect.poll(bar).toContain('3 selected · 2 under other filters')
  await press('Pick the page')
  await expect.poll(picked).toBe('Bella')
})
