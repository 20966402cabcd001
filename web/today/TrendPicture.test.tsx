import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Submission } from '#shared/submissions/contract.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { rated, TrendPicture } from './TrendPicture.tsx'

const of = (id: number, day: string, score_percent: number | null, band: Submission['band']) =>
  ({
    id,
    form_name: { en: `Check ${id}` },
    completed_at: `2026-11-${day}T08:00:00Z`,
    score_percent,
    band,
  }) as Submission
const submissions = [
  of(1, '01', 92, 'good'),
  of(2, '03', 70, 'attention'),
  of(3, '20', 30, 'act'),
  of(4, '21', null, null),
  of(5, '22', 100, null),
]

test('only what is rated stands in the trend, at its time and in the shape of its band', async () => {
  const shown = submissions.flatMap(rated)
  expect(shown.map(({ id }) => id)).toEqual([1, 2, 3])
  await show(<TrendPicture submissions={shown} label="Three" onOpen={() => undefined} />)
  const marks = page.getByRole('group', { name: 'Three' }).getByRole('link')
  await expect.element(marks.first()).toHaveAccessibleName(/Check 1.*92%.*Good/)
  expect(marks.elements().map(mark => mark.getAttribute('data-status'))).toEqual(['ok', 'attention', 'stop'])
  const [first, second, third] = marks.elements().map(mark => mark.getBoundingClientRect().x)
  // Two days, then seventeen.
  expect((third ?? 0) - (second ?? 0)).toBeGreaterThan(5 * ((second ?? 0) - (first ?? 0)))
  await expect.element(page.getByText('20 Nov')).toBeVisible()
  await expectAccessible()
})

test('one stop of the Tab key, arrows along the marks, and each leads to what was filled in', async () => {
  const open = vi.fn()
  await show(<TrendPicture submissions={submissions.flatMap(rated)} label="Three" onOpen={open} />)
  await userEvent.keyboard('{Tab}')
  const mark = (name: RegExp) => page.getByRole('link', { name })
  await expect.element(mark(/Check 3/)).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(mark(/Check 2/)).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await expect.element(mark(/Check 1/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(open).toHaveBeenCalledExactlyOnceWith(1)
})
