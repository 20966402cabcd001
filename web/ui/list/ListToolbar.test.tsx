/** The field for searching and the address say the same. */
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../lib/componentTest.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import type { List } from './useList.ts'

/** What the address asks for, and a button for what changes it beside the field. */
function Page() {
  const [search, setSearch] = useState<{ search?: string | undefined }>({ search: 'cow' })
  const list = {
    search,
    change: (patch: { search?: string | undefined }) => setSearch(now => ({ ...now, ...patch })),
  } as unknown as List<object>
  return (
    <>
      <button type="button" onClick={() => setSearch({ search: 'barn' })}>
        Saved view
      </button>
      <button type="button" onClick={() => setSearch({})}>
        Back
      </button>
      <output>{search.search ?? 'everything'}</output>
      <ListToolbar list={list} />
    </>
  )
}
const field = page.getByRole('searchbox', { name: 'Search' })
const value = () => (field.element() as HTMLInputElement).value
const asked = () => document.querySelector('output')?.textContent

test('Back and a saved view are seen in the field, and the next letter goes on from there', async () => {
  await show(<Page />)
  expect(value()).toBe('cow')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(value).toBe('')
  await page.getByRole('button', { name: 'Saved view' }).click()
  await expect.poll(value).toBe('barn')
  await field.fill('barn 3 ')
  await expect.poll(asked).toBe('barn 3')
  // A blank at the end is being typed on.
  expect(value()).toBe('barn 3 ')
})
