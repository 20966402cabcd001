/** What somebody chooses quickly, while the server answers slowly. */

import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { api } from '../api.ts'
import { show } from '../lib/componentTest.tsx'
import { useSettings } from './queries.ts'

const server = vi.hoisted(() => ({
  columns: ['Name'],
  asked: [] as string[][],
  read: 0,
  waiting: [] as (() => void)[],
}))
const settings = async () => {
  server.read++
  return { columns: server.columns }
}
const set = async ({ columns }: { columns: string[] }) => {
  server.asked.push(columns)
  await new Promise<void>(answer => server.waiting.push(answer))
  server.columns = columns
}
vi.spyOn(api.views.settings, 'query').mockReturnValue({
  queryKey: api.views.settings.key,
  queryFn: settings as never,
  staleTime: Number.POSITIVE_INFINITY,
})
vi.spyOn(api.views, 'set').mockImplementation(set as never)

function Columns() {
  const { set } = useSettings('locations')
  const kept = useQuery(api.views.settings.query({ list: 'locations' })).data
  return (
    <>
      {['Type', 'State'].map(name => (
        <button key={name} type="button" onClick={() => set.mutate({ columns: [name] })}>
          {name}
        </button>
      ))}
      <output>{kept?.columns?.join()}</output>
    </>
  )
}

test('what was chosen last stays: writes go one after the other, and nothing older is read between them', async () => {
  const queries = new QueryClient()
  queries.setQueryData(['views', 'settings'], { columns: ['Name'] })
  await show(
    <QueryClientProvider client={queries}>
      <Columns />
    </QueryClientProvider>,
  )
  const shown = page.getByRole('status')
  await page.getByRole('button', { name: 'Type' }).click()
  await page.getByRole('button', { name: 'State' }).click()
  await expect.element(shown).toHaveTextContent('State')
  expect(server.asked).toEqual([['Type']])
  server.waiting.shift()?.()
  await vi.waitFor(() => expect(server.asked).toEqual([['Type'], ['State']]))
  expect(server.read).toBe(0)
  await expect.element(shown).toHaveTextContent('State')
  server.waiting.shift()?.()
  await vi.waitFor(() => expect(server.read).toBe(1))
  await expect.element(shown).toHaveTextContent('State')
})
