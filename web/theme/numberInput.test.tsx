/** What a keypad writes is the number that was meant, in every country. */
import { NumberInput } from '@mantine/core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../lib/componentTest.tsx'

test('a decimal comma is a decimal sign', async () => {
  const numbers: (number | string)[] = []
  await show(<NumberInput label="Length (m)" max={50} decimalScale={2} onChange={value => numbers.push(value)} />)
  for (const typed of ['2,5', '2.5', '2٫5']) {
    await userEvent.clear(page.getByLabelText('Length (m)'))
    await page.getByLabelText('Length (m)').click()
    await userEvent.keyboard(typed)
    expect([typed, numbers.at(-1)]).toEqual([typed, 2.5])
  }
})
