import type { Submission } from '#shared/submissions/contract.ts'
import type { SentTask } from '#shared/tasks/contract.ts'

export type Finding = { submission: Submission; openTasks: number }

const shownFor = 14 * 24 * 60 * 60_000

/**
 * The submissions that a manager should look at: with a failed critical answer or in the lowest band, of the last 14 days or with a
 * corrective task that is still open. Most failed critical answers first, then the latest.
 */
export function findingsOf(submissions: Submission[], corrective: SentTask[], now = Date.now()): Finding[] {
  return submissions
    .map(submission => ({
      submission,
      openTasks: corrective.filter(sent => sent.origin_submission_id === submission.id).length,
    }))
    .filter(({ submission, openTasks }) => {
      const isBad = submission.critical_failed > 0 || submission.band === 'act'
      return isBad && (openTasks > 0 || now - Date.parse(submission.completed_at ?? '') < shownFor)
    })
    .sort((one, other) => other.submission.critical_failed - one.submission.critical_failed || ageOrder(one, other))
}

const ageOrder = (one: Finding, other: Finding) =>
  Date.parse(other.submission.completed_at ?? '') - Date.parse(one.submission.completed_at ?? '')
