/** What the manager said about safety walks of the past, and what came back. */

import { eq } from 'drizzle-orm'
import { scoreSubmission } from '#shared/forms/scoring/scoring.ts'
import type { ReviewState } from '#shared/submissions/rules.ts'
import type { Database } from '../../lib/db/pools.ts'
import { submissionComments, submissions, submissionVersions } from '../../submissions/table.ts'
import type { Crew, SeededForm } from './history.ts'

const hour = 3600_000

type Reviewed = { submissionId: number; userId: number; review: ReviewState; at: Date }

/** Says that an answer was another one at first, and why it was corrected after the review. */
export async function seedCorrection(
  db: Database,
  { companyId, managerId }: Crew,
  { submissionId, userId, at }: Omit<Reviewed, 'review'>,
  { definition }: SeededForm,
): Promise<void> {
  const [now] = await db.select().from(submissions).where(eq(submissions.id, submissionId))
  const key = Object.keys(now?.answers ?? {}).find(one => now?.answers[one]?.value === 'yes')
  if (!now || !key) return
  const answers = { ...now.answers, [key]: { value: 'no', note: 'Somebody was still at it' } }
  const first = scoreSubmission(definition, answers)
  const said = { companyId, submissionId }
  await db.insert(submissionVersions).values([
    {
      ...{ ...said, number: 1, answers, userId, madeAt: at, reason: null },
      ...{ scorePercent: first.percent, band: first.band },
      criticalFailed: first.failed.filter(({ critical }) => critical).length,
    },
    {
      ...{ ...said, number: 2, answers: now.answers, userId: managerId, madeAt: new Date(at.getTime() + 4 * hour) },
      ...{ scorePercent: now.scorePercent, band: now.band, criticalFailed: now.criticalFailed },
      reason: 'It was finished an hour later: I saw it myself.',
    },
  ])
}

/** The review of a submission with its reason; an answer where something was to be mended. Nothing while it waits. */
export async function seedReview(
  db: Database,
  { companyId, managerId }: Crew,
  { submissionId, userId, review, at }: Reviewed,
): Promise<void> {
  if (review === 'received') return
  const said = { companyId, submissionId }
  const later = (hours: number) => new Date(at.getTime() + hours * hour)
  const text = review === 'approved' ? '' : 'Which fire extinguisher is out of date? There are two in the workshop.'
  await db
    .insert(submissionComments)
    .values({ ...said, userId: managerId, text, reviewState: review, createdAt: later(5) })
  if (review === 'has_issues')
    await db
      .insert(submissionComments)
      .values({ ...said, userId, text: 'The one by the door. I have hung up the new one.', createdAt: later(7) })
}
