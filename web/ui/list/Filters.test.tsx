import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import { ListFilter } from './Filters.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import type { List } from './useList.ts'

/** The top of a list that can be narrowed by two things. */
function Toolbar() {
  const [search, setSearch] = useState<Record<string, unknown>>({})
  const list = {
    search,
    change: (values: object) => setSearch(before => ({ ...before, ...values })),
  } as unknown as List<unknown>
  const choices = ['Welfare and behaviour of the herd', 'Transport'].map(label => ({ value: label, label }))
  return (
    <ListToolbar list={list} withArchive>
      <ListFilter list={list} name="category" label="Category" all="All categories" choices={choices} />
      <ListFilter list={list} name="state" label="State" all="All states" choices={[{ value: 'ok', label: 'Fit' }]} />
    </ListToolbar>
  )
}

test('on phones one button has all filters, in a row with the search, and chips say what they narrow to', async () => {
  await page.viewport(320, 640)
  await show(<Toolbar />)
  const button = page.getByRole('button', { name: 'Filter' })
  await expect.element(button).toBeVisible()
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument()
  const search = page.getByRole('searchbox').element().getBoundingClientRect()
  expect(Math.abs(search.top - button.element().getBoundingClientRect().top)).toBeLessThan(8)

  await button.click()
  await page.getByLabelText('Category').selectOptions('Welfare and behaviour of the herd')
  await page.getByLabelText('State').selectOptions('Fit')
  await expectAccessible()
  await page.getByRole('button', { name: 'Show the list' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const chips = page.getByRole('button', { name: /^Remove filter: / })
  await expect.poll(() => chips.elements().length).toBe(2)
  const wide = [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > 320)
  expect(wide.map(one => `${one.tagName} ${one.className}`)).toEqual([])

  await page.getByRole('button', { name: 'Remove filter: Fit' }).click()
  await expect.poll(() => chips.elements().length).toBe(1)
})

test('at a desk too one button has all filters, says how many are set, and stands in one row with the search', async () => {
  await page.viewport(1440, 900)
  await show(<Toolbar />)
  const button = page.getByRole('button', { name: 'Filter' })
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument()
  await button.click()
  await page.getByLabelText('State').selectOptions('Fit')
  await page.getByLabelText('Archived').click()
  await expectAccessible()
  await page.getByRole('button', { name: 'Show the list' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Filter 2' })).toBeVisible()
  const middles = [...document.querySelectorAll('search > button, search input')].map(one => {
    const { top, height } = one.getBoundingClientRect()
    return top + height / 2
  })
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4)
  await expect.element(page.getByRole('button', { name: 'Remove filter: Fit' })).toBeVisible()
})

test('the list is asked for what was typed when the keys rest, and once', async () => {
  const asked: unknown[] = []
  const list = { search: {}, change: (values: object) => asked.push(values) } as unknown as List<unknown>
  await show(<ListToolbar list={list} />)
  const search = page.getByRole('searchbox')
  // In one task: on a loaded machine keys of the keyboard may rest between any two.
  const field = search.element() as HTMLInputElement
  for (const word of ['D', 'Da', 'Dai', 'Dais', 'Daisy']) {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, word)
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  await expect.poll(() => asked).toEqual([{ search: 'Daisy' }])
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.element(search).toHaveValue('')
})
