/** The columns of a list in an order of choice, by keyboard alone. */
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import type { Column } from '../ui/list/DataTable.tsx'
import { ColumnSheet } from './ColumnSheet.tsx'
import { type OpenView, shownOf } from './queries.ts'

vi.mock('./queries.ts', async original => ({
  ...(await original<object>()),
  useSettings: () => ({ set: { mutate: () => undefined } }),
}))

const column = (key: string, optional = false): Column<unknown> => ({ key, title: key, cell: () => null, optional })
const all = [column('Name'), column('Type'), column('State'), column('Changed', true)]
const keys = (chosen: string[] | null) => shownOf(all, chosen).map(({ key }) => key)

test('columns stand in the order of the choice, the first stays the first, and what is gone is left out', () => {
  expect(keys(null)).toEqual(['Name', 'Type', 'State'])
  expect(keys(['Changed', 'Type'])).toEqual(['Name', 'Changed', 'Type'])
  expect(keys(['Changed', 'gone', 'Name'])).toEqual(['Name', 'Changed'])
  expect(keys(['gone'])).toEqual(['Name', 'Type', 'State'])
  expect(keys([])).toEqual(['Name'])
})

type Props = { chosen: string[]; onChosen: (keys: string[]) => void; isLate?: boolean }

/** `isLate`: the address has not followed yet. */
function Sheet({ chosen, onChosen, isLate }: Props) {
  const [now, setNow] = useState(chosen)
  const showColumns = (next: string[] | null) => {
    if (!isLate) setNow(next ?? [])
    onChosen(next ?? [])
  }
  const viewing = { name: 'locations', open: {}, chosen: now, showColumns } as unknown as OpenView
  return <ColumnSheet viewing={viewing} columns={all} onClosed={() => undefined} />
}

test('a column is moved by its keys, which keep the keyboard and say where it is now', async () => {
  const chosen = vi.fn()
  await show(<Sheet chosen={['Type', 'State', 'elsewhere']} onChosen={chosen} />)
  const up = page.getByRole('button', { name: 'Move “State” up' })
  await up.click()
  expect(chosen).toHaveBeenLastCalledWith(['State', 'Type', 'elsewhere'])
  await expect.element(up).toHaveFocus()
  await expect.element(page.getByRole('status')).toHaveTextContent('“State” is now column 2 of 3')
  // At its end it does nothing, and keeps the keyboard.
  await userEvent.keyboard('{Enter}')
  expect(chosen).toHaveBeenCalledOnce()
  await page.getByRole('checkbox', { name: 'Changed' }).click()
  expect(chosen).toHaveBeenLastCalledWith(['State', 'Type', 'Changed', 'elsewhere'])
  await expectAccessible()
})

test('each of several quick presses counts, although the address follows later', async () => {
  const chosen = vi.fn()
  await show(<Sheet chosen={['Type', 'State']} onChosen={chosen} isLate />)
  await page.getByRole('checkbox', { name: 'Changed' }).click()
  await page.getByRole('checkbox', { name: 'Type' }).click()
  await page.getByRole('button', { name: 'Move “Changed” up' }).click()
  expect(chosen).toHaveBeenLastCalledWith(['Changed', 'State'])
  await expect.element(page.getByRole('checkbox', { name: 'Changed' })).toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: 'Type' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Default columns' }).click()
  await page.getByRole('checkbox', { name: 'Type' }).click()
  expect(chosen).toHaveBeenLastCalledWith(['State'])
})
