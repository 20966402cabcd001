import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Submission } from '#shared/submissions/contract.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { ScoreBadge } from './ScoreBadge.tsx'
import { ScoreFigure } from './ScoreFigure.tsx'

test('a failed critical answer leads, and no ring says 100 %', async () => {
  await show(<ScoreFigure percent={100} band="act" passed={false} criticalFailed={1} />)
  await expect.element(page.getByText('Failed: 1 critical answer')).toBeVisible()
  await expect.element(page.getByText('Act now · Score 100%')).toBeVisible()
  await expect.element(page.getByRole('img')).not.toBeInTheDocument()
  await expectAccessible()
})

test('without one, the ring shows the score', async () => {
  await show(<ScoreFigure percent={82} band="attention" passed criticalFailed={0} />)
  await expect.element(page.getByRole('img', { name: 'Score 82%' })).toBeVisible()
  await expect.element(page.getByText('Needs attention')).toBeVisible()
})

test('in lists, too, what failed critically is said first', async () => {
  await show(<ScoreBadge submission={{ band: 'act', score_percent: 100, critical_failed: 2 } as Submission} />)
  await expect.element(page.getByText('Failed: 2 critical answers')).toBeVisible()
  await expect.element(page.getByText('Act now')).not.toBeInTheDocument()
  await expectAccessible()
})
