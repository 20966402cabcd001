import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../lib/componentTest.tsx'
import { FigureField } from './fields.tsx'

test('the keypad has a minus where a figure below zero may be meant, and is one of numbers elsewhere', async () => {
  const props = { field: 'min', value: undefined, onChange: () => undefined }
  await show(
    <>
      <FigureField {...props} label="Any" />
      <FigureField {...props} label="From minus ten" min={-10} />
      <FigureField {...props} label="From nought" min={0} />
    </>,
  )
  const keypad = (name: string) => page.getByRole('textbox', { name }).element().getAttribute('inputmode')
  expect(['Any', 'From minus ten', 'From nought'].map(keypad)).toEqual(['text', 'text', 'decimal'])
})
