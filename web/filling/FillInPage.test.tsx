import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { inDatabase, newOutboxEntry, putEntries } from '../lib/offline/database.ts'
import { RequestError } from '../lib/requestError.ts'
import { FillInPage } from './FillInPage.tsx'

let answer: () => Response = () => {
  throw new RequestError({ status: 0, code: 'network_error' })
}
vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async () => answer()),
}))

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const fillIn = () =>
  show(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <FillInPage />
      </QueryClientProvider>
    </RouterContextProvider>,
  )

test('without a connection and without copies nobody is told that there are no forms, nor when the server fails', async () => {
  const user = { id: 11, name: 'Ann', company_id: 4, role_id: 3000, time_zone: 'UTC', language_id: 1 }
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['fill', 'read'], subject: 'Form' }]))
  await fillIn()
  await expect.element(page.getByRole('heading', { name: 'No forms on this phone yet' })).toBeVisible()
  await expectAccessible()

  document.body.replaceChildren()
  answer = () => {
    throw new RequestError({ status: 500, code: 'unknown_error', message: 'Something broke' })
  }
  await fillIn()
  await expect.element(page.getByText('Something broke')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()

  document.body.replaceChildren()
  answer = () => Response.json({ data: [], meta: { total: 0 } })
  await fillIn()
  await expect.element(page.getByRole('heading', { name: 'No forms yet' })).toBeVisible()
})

test('a message that was refused and a task that waits are no drafts, and leave the forms in sight', async () => {
  const kept = { user_id: 11, company_id: 4, payload_version: 1 }
  await putEntries(11, [
    newOutboxEntry({
      ...kept,
      kind: 'message',
      state: 'refused',
      ...{ conversation_id: 3, message_text: 'On my way' },
    }),
    newOutboxEntry({ ...kept, kind: 'taskEnd', state: 'refused', ...{ sent_id: 8, title: 'Check the pens' } }),
  ])
  answer = () => Response.json({ data: [], meta: { total: 0 } })
  await fillIn()
  await expect.element(page.getByRole('heading', { name: 'No forms yet' })).toBeVisible()
  await inDatabase(11, ({ entries }) => entries.clear())
})
