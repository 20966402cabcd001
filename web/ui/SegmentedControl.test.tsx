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
