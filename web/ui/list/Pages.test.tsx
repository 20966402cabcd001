/** The way to the other pages of every list. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import { Pages } from './ListFooter.tsx'

test('every button has a name that says which page it opens', async () => {
  const opened: number[] = []
  await show(<Pages total={12} value={3} onChange={number => opened.push(number)} />)
  await expectAccessible()
  for (const name of ['Previous page', 'Page 1', 'Page 4', 'Next page'])
    await page.getByRole('button', { name, exact: true }).click()
  expect(opened).toEqual([2, 1, 4, 4])
})
