import { hashKey, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../lib/componentTest.tsx'
import { findCopy } from '../lib/offline/copies.ts'
import { RequestError } from '../lib/requestError.ts'
import { usePaletteFinds } from './usePaletteFinds.ts'

let hasSignal = true
const form = { id: 3, name: { en: 'Daily pen check' }, default_language: 'en', status: 'open' }
vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (_: string, path: string) => {
    if (!hasSignal) throw new RequestError({ status: 0, code: 'network_error' })
    return Response.json(path === '/form' ? { data: [form], meta: { total: 1 } } : { data: [], meta: { total: 0 } })
  }),
}))
/** Under this name what was answered is kept, behind what is shown. */
const kept = `4 ${hashKey(['forms', 'list', { status: 'open', sort: 'name', per_page: 100 }])}`
afterEach(() => localStorage.clear())

function Finds() {
  const finds = usePaletteFinds('pen').flatMap(group => group.finds)
  return finds.map(({ id, label }) => <p key={id}>{label}</p>)
}
/** As after the page was opened anew. */
const open = () =>
  show(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })}
    >
      <Finds />
    </QueryClientProvider>,
  )

test('a form that this device knows is found by name without signal', async () => {
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem(
    'user',
    JSON.stringify({ id: 9, name: 'Tom', company_id: 4, role_id: 3000, time_zone: 'UTC', language_id: 1 }),
  )
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['read'], subject: 'Form' }]))
  await open()
  await expect.element(page.getByText('Daily pen check')).toBeVisible()
  await vi.waitFor(async () => expect(await findCopy(9, kept)).toBeDefined())
  hasSignal = false
  await open()
  await expect.element(page.getByText('Daily pen check').nth(1)).toBeVisible()
})
