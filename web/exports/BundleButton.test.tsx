import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { RequestError } from '../lib/requestError.ts'
import { saveFile } from '../lib/saveFile.ts'
import { BundleButton } from './BundleButton.tsx'

type State = { state: string; done: number; total: number }
/** What the server says of it now; and what it was asked to make. */
let now: State = { state: 'waiting', done: 0, total: 0 }
const asked: object[] = []
let isUnprintable = false
const told: unknown[] = []
vi.mock('../ui/toast.tsx', () => ({ tellProblem: (error: RequestError) => told.push(error.code) }))
vi.mock('../lib/saveFile.ts', () => ({ saveFile: vi.fn() }))
vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (method: string, path: string, { body }: { body?: object } = {}) => {
    if (path.endsWith('/file')) return new Response('PK')
    if (method === 'POST') asked.push(body ?? {})
    if (method === 'POST' && isUnprintable && body && 'refuse_missing_characters' in body)
      throw new RequestError({ status: 409, code: 'characters_missing', message: 'Some characters cannot be printed.' })
    return Response.json({ data: { id: 3, filename: 'Proof.zip', ...now } })
  }),
}))

beforeEach(() => {
  localStorage.setItem('tend_token', 'abc')
  localStorage.setItem('user', JSON.stringify({ id: 1, role_id: 3000, time_zone: 'UTC' }))
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['prove'], subject: 'Submission' }]))
  asked.length = 0
  isUnprintable = false
  vi.mocked(saveFile).mockClear()
})

const shown = () =>
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } })}>
      <BundleButton of={{ report_id: 7 }} />
    </QueryClientProvider>,
  )
const said = () => page.getByRole('status')
const words = () => said().element().textContent
const saved = () => vi.mocked(saveFile).mock.calls.map(([, name]) => name)
const button = () => page.getByRole('button', { name: 'Export with proof' })

test('a bundle says how far it is while it is made, and is saved when it is there', async () => {
  now = { state: 'waiting', done: 0, total: 0 }
  await shown()
  await expectAccessible()
  await button().click()
  await expect.element(said()).toHaveTextContent('Creating the proof file')
  now = { state: 'working', done: 2, total: 1_500 }
  await expect.element(said()).toHaveTextContent('Creating the proof file: 2 of 1,500')
  now = { state: 'ready', done: 1_500, total: 1_500 }
  await expect.poll(saved, { timeout: 10_000 }).toEqual(['Proof.zip'])
  await expect.poll(words, { timeout: 10_000 }).toBe('')
  expect(asked).toEqual([{ format: 'bundle', filters: { report_id: 7 }, refuse_missing_characters: true }])
})

test('a bundle that fails says so, and the message goes with the next try', async () => {
  now = { state: 'working', done: 1, total: 2 }
  await shown()
  await button().click()
  await expect.element(said()).toHaveTextContent('Creating the proof file: 1 of 2')
  now = { state: 'failed', done: 1, total: 2 }
  await expect.element(said()).toHaveTextContent('The proof file could not be created. Please try again later.')
  expect(saveFile).not.toHaveBeenCalled()
  // What the first had done says nothing of the second.
  now = { state: 'waiting', done: 0, total: 0 }
  await button().click()
  await expect.poll(words, { timeout: 10_000 }).toBe('Creating the proof file')
  // It would go on asking during the next test, and save what that one makes.
  now = { state: 'failed', done: 0, total: 0 }
  await expect.element(said()).toHaveTextContent('The proof file could not be created. Please try again later.')
})

test('characters that cannot be printed are said before the bundle is made, and the next press makes it', async () => {
  isUnprintable = true
  now = { state: 'ready', done: 1, total: 1 }
  await shown()
  await button().click()
  await expect.poll(() => told).toEqual(['characters_missing'])
  expect(saved()).toEqual([])
  await button().click()
  await expect.poll(saved, { timeout: 10_000 }).toEqual(['Proof.zip'])
  expect(asked.at(-1)).toEqual({ format: 'bundle', filters: { report_id: 7 } })
})

test('a person without the right to proofs is offered none', async () => {
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['read'], subject: 'Submission' }]))
  await shown()
  await expect.element(button()).not.toBeInTheDocument()
})
