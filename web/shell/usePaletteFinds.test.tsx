import { hashKey, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../lib/componentTest.tsx'
import { RequestError } from '../lib/requestError.ts'
import { findCachedResponse } from '../lib/responseCache.ts'
import { usePaletteFinds } from './usePaletteFinds.ts'

let hasSignal = true
const form = { id: 3, name: { en: 'Daily pen check' }, default_language: 'en', status: 'open' }
/** More animals than a device keeps names of; the one that is looked for is none of them. */
const herd = { rows: [] as [number, string][], leftOut: 0, searched: [] as string[] }
/** Results everywhere, and the searches. */
const everywhere = { found: [] as unknown[], asked: [] as string[] }
vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (_: string, path: string, { query = {} }: { query?: Record<string, unknown> } = {}) => {
    if (!hasSignal) throw new RequestError({ status: 0, code: 'network_error' })
    if (path === '/search') {
      everywhere.asked.push(String(query.q))
      return Response.json({ data: everywhere.found })
    }
    if (path === '/form') return Response.json({ data: [form], meta: { total: 1 } })
    if (path === '/register/names')
      return Response.json({ since: '1 a', is_whole: true, left_out: herd.leftOut, rows: herd.rows })
    if (path !== '/animal') return Response.json({ data: [], meta: { total: 0 } })
    herd.searched.push(String(query.search))
    return Response.json({ data: [], meta: { total: 0 } })
  }),
}))
/** Under this name what was answered is kept, behind what is shown. */
const kept = `4 ${hashKey(['forms', 'list', { status: 'open', sort: 'name', per_page: 100 }])}`
const signIn = (id: number, subject: string) => {
  localStorage.setItem('tend_token', 'a token')
  const user = { id, name: 'Tom', company_id: 4, role_id: 3000, time_zone: 'UTC', language_id: 1 }
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['read'], subject: [subject] }]))
}
afterEach(() => {
  localStorage.clear()
  everywhere.asked = []
  hasSignal = true
})

function Finds() {
  const finds = usePaletteFinds('pen').flatMap(group => group.finds)
  return finds.map(({ id, label, detail }) => (
    <p key={id}>
      {label}
      {detail && ` · ${detail}`}
    </p>
  ))
}
/** As after the page was opened again. */
const open = () =>
  show(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })}
    >
      <Finds />
    </QueryClientProvider>,
  )

test('a form that this device knows is found by name without signal', async () => {
  signIn(9, 'Form')
  await open()
  await expect.element(page.getByText('Daily pen check')).toBeVisible()
  await vi.waitFor(async () => expect(await findCachedResponse(9, kept)).toBeDefined())
  hasSignal = false
  await open()
  await expect.element(page.getByText('Daily pen check').nth(1)).toBeVisible()
})

const nothing = { detail: null, at: null, target_id: null }
const zora = { ...nothing, kind: 'animal', id: 49_999, title: 'Zora', detail: 'Pen’s last' }

/** Each part keeps its own direction. */
const zoraShown = 'Zora · \u2068Pen’s last\u2069'

test('one call asks for everything that is nowhere on the device, and no register is asked for itself', async () => {
  signIn(10, 'Animal')
  herd.rows = [[1, 'Penny']]
  herd.leftOut = 49_999
  everywhere.found = [zora, { ...nothing, kind: 'message', id: 8, title: 'The pen is open', target_id: 4 }]
  await open()
  await expect.element(page.getByText('Penny')).toBeVisible()
  await expect.element(page.getByText(zoraShown)).toBeVisible()
  await expect.element(page.getByText('The pen is open')).toBeVisible()
  expect(everywhere.asked).toEqual(['pen'])
  expect(herd.searched).toEqual([])
})

test('what was found last is found again without signal, by nobody else on the device', async () => {
  signIn(12, 'Animal')
  herd.rows = []
  everywhere.found = [zora]
  await open()
  await expect.element(page.getByText(zoraShown)).toBeVisible()
  await vi.waitFor(async () => expect(await findCachedResponse(12, '4 found')).toBeDefined())
  hasSignal = false
  await open()
  await expect.element(page.getByText(zoraShown).nth(1)).toBeVisible()
  signIn(13, 'Animal')
  const shown = page.getByText(zoraShown).all().length
  await open()
  await new Promise(resolve => setTimeout(resolve, 600))
  expect(page.getByText(zoraShown).all().length).toBe(shown)
})
