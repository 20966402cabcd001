/**
 * People are chosen by a part of their name, however many a company has; those who are chosen are called by their
 * names.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { send } from '../lib/client.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { RequestError } from '../lib/requestError.ts'
import { PeopleSelect } from './PeopleSelect.tsx'

const names = new Map(Array.from({ length: 200 }, (_, at) => [at + 1, `Worker ${at + 1}`]))
const left = 900

vi.mock('../lib/client.ts', () => ({ send: vi.fn() }))
afterEach(() => localStorage.clear())

function Field({ ids }: { ids: number[] }) {
  const [chosen, setChosen] = useState(ids)
  return (
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })}
    >
      <PeopleSelect label="Reviewers" ids={chosen} most={50} offeredFor="work" onChange={setChosen} />
      <output>{chosen.join(' ')}</output>
    </QueryClientProvider>
  )
}

test('a person who is not among the first is found and keeps their name, and of one who has left that is said', async () => {
  localStorage.setItem('tend_token', 'a token')
  const user = { id: 9, name: 'Bela', company_id: 4, role_id: 2000, time_zone: 'UTC', language_id: 1 }
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['read'], subject: ['Member'] }]))
  vi.mocked(send).mockImplementation(async (_method, path, options) => {
    const id = Number(/user\/(\d+)$/.exec(path)?.[1])
    if (id === left) throw new RequestError({ status: 404, code: 'not_found' })
    if (id) return Response.json({ data: { id, name: names.get(id) } })
    const search = String(options?.query?.search ?? '')
    const found = [...names].filter(([, name]) => name.toLowerCase().includes(search.toLowerCase()))
    const data = found.slice(0, 25).map(([id, name]) => ({ id, name }))
    return Response.json({ data, meta: { total: found.length } })
  })
  await show(<Field ids={[150, left]} />)
  await expect.element(page.getByText('Worker 150', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Former member')).toBeVisible()
  await page.getByLabelText('Reviewers').first().fill('worker 177')
  await page.getByRole('option', { name: 'Worker 177' }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent(`150 ${left} 177`)
  await expectAccessible()
})
