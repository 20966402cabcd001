/**
 * Two people change the same case at once: what only one of them changed is kept of both, and of the rest both are
 * shown.
 */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { CaseDetail } from '#shared/cases/contract.ts'
import { api } from '../api.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { RequestError } from '../lib/requestError.ts'
import { CaseState } from './CaseState.tsx'

const update = vi.hoisted(() => vi.fn())
vi.spyOn(api.cases, 'update').mockImplementation(update)

const found = { id: 7, revision: 3, status: 'received', erase_on: null } as CaseDetail
const stale = (theirs: Partial<CaseDetail>) =>
  update.mockRejectedValueOnce(
    new RequestError({ status: 409, code: 'stale_revision', data: { ...found, revision: 4, ...theirs } }),
  )
const showCase = (one = found) =>
  show(
    <QueryClientProvider client={new QueryClient()}>
      <main>
        <CaseState found={one} />
      </main>
    </QueryClientProvider>,
  )
const change = async () => {
  await showCase()
  await page.getByRole('combobox').selectOptions('Answered')
}
beforeEach(() => void update.mockReset().mockResolvedValue(found))

test('another change of the case in between, such as a message of the reporter, stops nobody', async () => {
  stale({})
  await change()
  await expect
    .poll(() => update.mock.calls)
    .toEqual([[{ id: 7, revision: 3, status: 'answered' }], [{ id: 7, revision: 4, status: 'answered' }]])
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
})

test('what two people changed differently stands side by side until one of it is picked', async () => {
  stale({ status: 'closed' })
  await change()
  const row = page.getByRole('row', { name: /^State/ })
  await expect.element(row.getByRole('cell', { name: 'Answered' })).toBeVisible()
  await expect.element(row.getByRole('cell', { name: 'Closed' })).toBeVisible()
  await expectAccessible()
  expect(update).toHaveBeenCalledOnce()
  await page.getByRole('button', { name: 'Save mine' }).click()
  await expect.poll(() => update.mock.calls[1]).toEqual([{ id: 7, revision: 4, status: 'answered' }])
})

test('a person who takes the other decision changes nothing', async () => {
  stale({ status: 'closed' })
  await change()
  await page.getByRole('button', { name: 'Use theirs' }).click()
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
  expect(update).toHaveBeenCalledOnce()
})

test('the day of erasing is typed as the reader writes days, and changed by the button, once', async () => {
  await showCase({ ...found, status: 'closed', erase_on: '2029-03-01' })
  const day = page.getByRole('textbox', { name: 'Erased on' })
  await expect.element(day).toHaveValue('01/03/2029')
  expect(page.getByRole('button', { name: 'Save' }).elements()).toEqual([])
  await day.fill('15.4.2029')
  expect(update).not.toHaveBeenCalled()
  await expectAccessible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => update.mock.calls).toEqual([[{ id: 7, revision: 3, erase_on: '2029-04-15' }]])
})
