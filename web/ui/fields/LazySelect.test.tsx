/** The moment in which the list that was fetched takes the place of the field that stood there until then. */
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../lib/componentTest.tsx'
import { LazySelect } from './LazySelect.tsx'

const arrival = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('../floating.ts', async original => {
  await arrival.promise
  return original()
})

function Field({ label }: { label: string }) {
  const [text, setText] = useState('')
  return (
    <>
      <LazySelect
        label={label}
        data={[{ value: '1', label: 'Farid Haddad' }]}
        filter={({ options }) => options}
        value={null}
        onChange={() => undefined}
        searchValue={text}
        onSearchChange={setText}
      />
      <output>{text}</output>
    </>
  )
}

test('a key finds a field at each moment, and a person who has moved on keeps the focus', async () => {
  await show(
    <>
      <Field label="Left" />
      <Field label="Who" />
    </>,
  )
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('far')
  const whereabouts: (string | null | undefined)[] = []
  const changes = new MutationObserver(() => whereabouts.push(document.activeElement?.getAttribute('role')))
  changes.observe(document.body, { childList: true, subtree: true })
  arrival.resolve()
  await expect.element(page.getByRole('option', { name: 'Farid Haddad' })).toBeVisible()
  expect(new Set(whereabouts)).toEqual(new Set(['combobox']))
  await expect.element(page.getByRole('combobox', { name: 'Who' })).toHaveFocus()
  await userEvent.keyboard('id')
  await expect.element(page.getByRole('combobox', { name: 'Who' })).toHaveValue('farid')
  await expect.element(page.getByRole('combobox', { name: 'Left' })).toHaveValue('')
})
