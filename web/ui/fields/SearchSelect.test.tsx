import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Page } from '#shared/lib/paging.ts'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import { type Named, SearchSelect } from './SearchSelect.tsx'

const people = ['Anna Kis', 'Farid Haddad', 'Tom Ashby'].map((name, index) => ({ id: index + 1, name }))

function Field({ asked, first }: { asked: (search: string) => void; first?: Named }) {
  const [chosen, setChosen] = useState(first)
  return (
    <SearchSelect
      label="Who"
      placeholder="Everybody"
      chosen={chosen}
      onChange={setChosen}
      find={({ search = '' }) => ({
        queryKey: ['people', search],
        queryFn: async () => {
          asked(search)
          const data = people.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
          return { data } as Page<Named>
        },
      })}
    />
  )
}
const inApp = (field: ReactNode) => <QueryClientProvider client={new QueryClient()}>{field}</QueryClientProvider>
/** The list comes by itself, when the machine gets to it. */
const eventually = { timeout: 10_000 }
const who = () => page.getByRole('combobox', { name: 'Who' })

test('what is typed before the list has come is searched for', async () => {
  const asked = vi.fn()
  await show(inApp(<Field asked={asked} />))
  await expectAccessible()
  await userEvent.tab()
  await expect.element(who()).toHaveFocus()
  await userEvent.keyboard('far')
  await expect.poll(() => asked.mock.lastCall, eventually).toEqual(['far'])
  await page.getByRole('option', { name: 'Farid Haddad' }).click()
  await expect.element(who()).toHaveValue('Farid Haddad')
})

test('one that narrows already shows by what, and how to take that away', async () => {
  await show(inApp(<Field asked={vi.fn()} first={{ id: 3, name: 'Tom Ashby' }} />))
  await expect.element(who()).toHaveValue('Tom Ashby')
  await page.getByLabelText('Clear selection').click()
  await expect.element(who()).toHaveValue('')
})

test('what is filled in at once is searched for, although the list comes after it', async () => {
  const asked = vi.fn()
  await show(inApp(<Field asked={asked} />))
  await who().fill('far')
  await expect.poll(() => asked.mock.lastCall, eventually).toEqual(['far'])
  await page.getByRole('option', { name: 'Farid Haddad' }).click()
  await expect.element(who()).toHaveValue('Farid Haddad')
})
