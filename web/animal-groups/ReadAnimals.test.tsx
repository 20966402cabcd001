/** One tag after the other puts animals into a group; who is there already is said, and each can be taken back. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AnimalGroup } from '#shared/animals/contract.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { queryClient } from '../lib/queryClient.ts'
import { ReadAnimals } from './ReadAnimals.tsx'

const asked: unknown[] = []
vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (method: string, path: string, { body, query = {} }: { body?: object; query?: object } = {}) => {
    if (method === 'POST' || method === 'DELETE') {
      asked.push([method, path, body])
      return Response.json({ data: { id: 70 } })
    }
    if (!path.endsWith('/register/names')) return Response.json({ data: [], meta: { total: 0 } })
    const rows = [
      [7, 'Bella', 'HU 30-1234'],
      [8, 'Zita', 'HU 30-9999', 5],
    ]
    return Response.json({ since: '1 a', is_whole: true, left_out: 0, rows: 'type' in query ? rows : [] })
  }),
}))

beforeEach(() => {
  queryClient.clear()
  asked.length = 0
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem('user', JSON.stringify({ id: 31, name: 'Tom', company_id: 4, role_id: 3000, time_zone: 'UTC' }))
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['manage'], subject: ['all'] }]))
})

test('a reader fills a group tag by tag, says who was there, and what was done is taken back', async () => {
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <ReadAnimals group={{ id: 5, name: 'Dry cows' } as AnimalGroup} onClosed={() => undefined} />
    </QueryClientProvider>,
  )
  const field = page.getByLabelText('Ear tag, chip or name')
  const read = async (tag: string) => {
    await field.fill(tag)
    await userEvent.keyboard('{Enter}')
  }
  const line = (words: string) => page.getByRole('listitem').filter({ hasText: words })
  await read('HU301234')
  await read('HU301234')
  await read('HU309999')
  await read('RO 1')
  await expect.element(line('RO 1 was not found. No animal has this ear tag or name.')).toBeVisible()
  await expect.element(line('Zita was already in the group')).toBeVisible()
  await expect.element(line('Bella was already in the group')).toBeVisible()
  await expect.element(line('Bella is now in the group')).toBeVisible()
  await expect.element(page.getByText('1 animal added')).toBeVisible()
  await expectAccessible()
  expect(asked).toHaveLength(1)
  expect(JSON.stringify(asked[0])).toContain('"joined_group_id":5')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(line('Bella was removed again')).toBeVisible()
  expect(asked.at(-1)).toMatchObject(['DELETE', expect.stringContaining('70'), undefined])
  // Then it can be read once more.
  await read('Bella')
  await expect.element(line('Bella is now in the group')).toBeVisible()
  expect(asked).toHaveLength(3)
})
