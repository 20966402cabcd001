import { SegmentedControl } from '@mantine/core'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../lib/componentTest.tsx'
import { SideSheet } from './SideSheet.tsx'

afterEach(() => document.documentElement.removeAttribute('dir'))

/** Place of the mark of the chosen segment: the coloured part that is no label. */
function markOf(label: Element): DOMRect {
  const floating = label.closest('.mantine-SegmentedControl-root')?.querySelector('.mantine-SegmentedControl-indicator')
  const shown = floating && getComputedStyle(floating).display !== 'none' ? floating : label
  return shown.getBoundingClientRect()
}

for (const dir of ['ltr', 'rtl'])
  test(`the chosen segment is marked where it stands, in a sheet that slides in too (${dir})`, async () => {
    document.documentElement.dir = dir
    await show(
      <SideSheet title="Invite" onClosed={() => undefined}>
        {() => <SegmentedControl fullWidth data={['One person', 'Several people']} />}
      </SideSheet>,
    )
    await expect.element(page.getByText('One person')).toBeInTheDocument()
    const label = page.getByText('One person').element().closest('label') as HTMLElement
    await expect.poll(() => getComputedStyle(label, '::before').display).toBe('block')
    const [mark, segment] = [markOf(label), label.getBoundingClientRect()]
    expect(Math.abs(mark.left - segment.left)).toBeLessThan(2)
    expect(Math.abs(mark.width - segment.width)).toBeLessThan(2)
  })

test('a long label beside short ones stays on one line where there is room', async () => {
  await page.viewport(800, 400)
  await show(<SegmentedControl data={['Jour', 'Toutes les semaines', 'An']} />)
  const label = page.getByText('Toutes les semaines')
  await expect.element(label).toBeVisible()
  const words = document.createRange()
  words.selectNodeContents(label.element())
  expect(words.getClientRects()).toHaveLength(1)
  expect(label.element().scrollWidth).toBeLessThanOrEqual(label.element().clientWidth)
})
