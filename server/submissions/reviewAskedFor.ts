import { whoMay } from '../companies/roleQueries.ts'
import type { Context } from '../lib/context.ts'
import type { FoundSubmission } from './queries.ts'
import type { submissions } from './table.ts'

type Asked = Pick<typeof submissions.$inferInsert, 'reviewState' | 'reviewerIds' | 'reviewIsNamed'>

/**
 * How a submission waits for its review once it is complete, as its version of the form says. Of those whom that names only who may review
 * it is waited for; where that is nobody any more, it is for whoever may.
 */
export async function reviewAskedFor(ctx: Context, submission: FoundSubmission): Promise<Asked> {
  const asked = submission.definition.settings?.reviewed_by
  if (!asked) return {}
  const named = asked.user_ids ?? []
  const row = { ...submission, status: 'complete', reviewIsNamed: true, reviewerIds: named }
  const able = named.length > 0 ? await whoMay(ctx, 'review', 'Submission', row) : []
  const reviewerIds = named.filter(id => able.includes(id))
  const isNamed = reviewerIds.length > 0
  return { reviewState: 'received', reviewIsNamed: isNamed, reviewerIds: isNamed ? reviewerIds : null }
}
