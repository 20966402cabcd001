/** What the manager said about safety walks of the past, and what came back. */
import type { ReviewState } from '#shared/reviews/states.ts'
import type { Database } from '../../lib/db/pools.ts'
import { submissionComments } from '../../submissions/reviews/table.ts'
import type { Crew } from './history.ts'

const hour = 3600_000

type Reviewed = { submissionId: number; userId: number; review: ReviewState; at: Date }

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
