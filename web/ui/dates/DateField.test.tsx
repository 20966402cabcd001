/** A typed day is held to the same range as the calendar, and a field whose owner keeps its day can be typed in. */
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import { DateField } from './DateField.tsx'

function Range() {
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('2026-11-20')
  return (
    <main>
      <DateField label="From" value={from} max={until} onChange={setFrom} />
      <DateField label="Until" value={until} min={from} onChange={setUntil} />
      <output>{`${from} to ${until}`}</output>
    </main>
  )
}

const field = (name: string) => page.getByRole('textbox', { name })
const given = () => document.querySelector('output')?.textContent

test('a typed day outside the range is refused in words, stays as typed, and is taken once the range has it', async () => {
  await show(<Range />)
  await field('From').fill('25/11/2026')
  await userEvent.tab()
  await expect.element(page.getByText('Choose 20/11/2026 or an earlier date')).toBeVisible()
  expect(given()).toBe(' to 2026-11-20')
  await expect.element(field('From')).toHaveValue('25/11/2026')
  await expectAccessible()
  await field('Until').fill('30/11/2026')
  await userEvent.tab()
  await expect.poll(given).toBe('2026-11-25 to 2026-11-30')
  expect(document.body.textContent).not.toContain('Choose')
  await field('Until').fill('24/11/2026')
  await userEvent.tab()
  await expect.element(page.getByText('Choose 25/11/2026 or a later date')).toBeVisible()
  await field('Until').fill('25/11/2026')
  await userEvent.tab()
  await expect.poll(given).toBe('2026-11-25 to 2026-11-25')
})

function Kept() {
  const [day, setDay] = useState('2026-11-20')
  return (
    <main>
      <DateField label="Last day" value={day} onChange={next => next && setDay(next)} />
      <output>{day}</output>
    </main>
  )
}

test('a field whose owner wants a day keeps the one it had while another is typed letter by letter', async () => {
  await show(<Kept />)
  await field('Last day').click()
  await userEvent.keyboard('{End}{Backspace}{Backspace}{Backspace}{Backspace}')
  await expect.element(field('Last day')).toHaveValue('20/11/')
  await userEvent.keyboard('2027')
  await userEvent.tab()
  expect(given()).toBe('2027-11-20')
  await field('Last day').fill('')
  await userEvent.tab()
  await expect.element(field('Last day')).toHaveValue('20/11/2027')
})
