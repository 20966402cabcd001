/** A time is shown and typed in 24 hours, also where the browser has a 12-hour clock. */
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import { parseTime } from './parseTime.ts'
import { TimeField } from './TimeField.tsx'

function Clock() {
  const [time, setTime] = useState('18:00')
  return (
    <main>
      <TimeField label="Time" value={time} onChange={setTime} />
      <output>{time}</output>
    </main>
  )
}

const field = page.getByRole('textbox', { name: 'Time' })
const given = () => document.querySelector('output')?.textContent

test('a time is typed in any usual way, stays as typed until the field is left, and moves by quarters', async () => {
  await show(<Clock />)
  await expect.element(field).toHaveValue('18:00')
  await field.fill('630')
  expect(given()).toBe('06:30')
  await expect.element(field).toHaveValue('630')
  await userEvent.tab()
  await expect.element(field).toHaveValue('06:30')
  await field.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(field).toHaveValue('06:15')
  await field.fill('25:00')
  await userEvent.tab()
  await expect.element(page.getByText('This is not a time. Type it like this: 14:30')).toBeVisible()
  await expect.element(field).toHaveValue('25:00')
  expect(given()).toBe('')
  await expectAccessible()
})

test('what people write for a time is understood, and nothing else', () => {
  const read = (...texts: string[]) => texts.map(text => parseTime(text))
  expect(read('18', '6:05', '6.05', '0605', '605', '6h05')).toEqual([
    '18:00',
    '06:05',
    '06:05',
    '06:05',
    '06:05',
    '06:05',
  ])
  expect(read('6:30 pm', '12 am', '12 p.m.', '١٨:٣٠')).toEqual(['18:30', '00:00', '12:00', '18:30'])
  expect(read('', '24', '1260', '13 pm', 'noon', '6:5')).toEqual(Array(6).fill(undefined))
})

test('at 390 px the whole time is seen beside a day', async () => {
  await page.viewport(390, 844)
  await show(<Clock />)
  const input = field.element() as HTMLInputElement
  expect(input.scrollWidth).toBeLessThanOrEqual(input.clientWidth)
})
