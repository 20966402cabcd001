/** How a form that was filled in again in part comes to its end: as a version of what it follows, or as a look at what failed. */

import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import type { Context } from '../../lib/context.ts'
import { requireDraft, requireRevision, requireWhole } from '../checks.ts'
import { type Completion, withReceipt } from '../complete.ts'
import { requireKnownPayload } from '../payload.ts'
import { presentDetail } from '../present.ts'
import { type FoundSubmission, findSubmission } from '../queries.ts'
import { submissions } from '../table.ts'
import { completeRecheck } from './recheck.ts'
import { completeReopening } from './reopening.ts'

/**
 * Completes it exactly once, as any submission: whoever comes later with the same answers gets what the first one got. What it follows is
 * locked after it.
 */
export async function completeFollowUp(
  ctx: Context,
  submission: FoundSubmission,
  completion: Completion,
): Promise<SubmissionDetail> {
  const { answers: sent, removed, revision, payloadVersion } = completion
  requireKnownPayload(payloadVersion)
  if (submission.status === 'complete' && isDeepStrictEqual(submission.answers, sent))
    return presentDetail(ctx, await withReceipt(ctx, submission, sent))
  await requireDraft(ctx, submission)
  await requireRevision(ctx, submission, revision)
  await requireWhole(ctx, submission, { answers: sent, removed })
  const followed = await findSubmission(ctx.db, eq(submissions.id, submission.followsId ?? 0), true)
  if (!followed) throw new Error(`What submission ${submission.id} follows is gone.`)
  const complete = submission.followsAs === 'reopening' ? completeReopening : completeRecheck
  const completed = await complete(ctx, submission, followed, completion)
  return presentDetail(ctx, await withReceipt(ctx, completed, sent))
}
