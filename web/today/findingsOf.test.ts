import { expect, test } from 'vitest'
import type { Submission } from '#shared/submissions/contract.ts'
import type { SentTask } from '#shared/tasks/contract.ts'
import { findingsOf } from './findingsOf.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const daysAgo = (days: number) => new Date(now - days * 24 * 3600_000).toISOString()

/** A submission as far as it matters here. */
const submission = (id: number, values: Partial<Submission>) =>
  ({ id, critical_failed: 0, band: 'good', completed_at: daysAgo(1), ...values }) as Submission
const correcting = (id: number) => ({ origin_submission_id: id }) as SentTask
const ids = (submissions: Submission[], corrective: SentTask[] = []) =>
  findingsOf(submissions, corrective, now).map(finding => finding.submission.id)

test('what failed is a finding, what is merely not perfect is none', () => {
  const all = [submission(1, {}), submission(2, { band: 'attention' }), submission(3, { band: 'act' })]
  expect(ids([...all, submission(4, { critical_failed: 1 })])).toEqual([4, 3])
})

test('a finding goes after two weeks, unless its task is still open', () => {
  const old = submission(1, { critical_failed: 1, completed_at: daysAgo(15) })
  expect(ids([old])).toEqual([])
  expect(findingsOf([old], [correcting(1), correcting(1), correcting(2)], now)).toEqual([
    { submission: old, openTasks: 2 },
  ])
})

test('most failed critical answers come first, then the latest', () => {
  const one = submission(1, { critical_failed: 1, completed_at: daysAgo(3) })
  const two = submission(2, { critical_failed: 1, completed_at: daysAgo(1) })
  const three = submission(3, { critical_failed: 2, completed_at: daysAgo(9) })
  expect(ids([one, two, three])).toEqual([3, 2, 1])
})
