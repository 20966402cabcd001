/** A draft on its way to be published: people who are named for it check it, then others approve it. */
import { type ApprovalStep, approvalSteps } from '#shared/guides/rules.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../lib/context.ts'
import { notify } from '../notices/commands.ts'
import {
  type Approving,
  approvalsOfDraft,
  missingFor,
  namedFor,
  nextVersion,
  ofVersion,
  stageOf,
} from './approvalQueries.ts'
import { guideWaits } from './notices.ts'
import { type GuideRow, presentGuide } from './queries.ts'
import { note, requireRevision, revise } from './revising.ts'
import { guideApprovals } from './table.ts'

/** The actor checks or approves the draft that they saw. Said again, it is the first time that counts. */
export async function approveGuide(ctx: Context, guide: GuideRow, step: ApprovalStep, revision: number) {
  if (!namedFor(guide, step).includes(ctx.actor.id)) throw new Problem('forbidden')
  await requireRevision(ctx, guide, revision)
  const before = await approvalsOfDraft(ctx.db, guide)
  if (step === 'approved' && missingFor(before, 'checked').length > 0) throw new Problem('guide_not_checked')
  if (!guide.hasUnpublishedChanges || !missingFor(before, step).includes(ctx.actor.id)) return presentGuide(ctx, guide)
  const { id: guideId, companyId } = guide
  const version = nextVersion(guide)
  await ctx.db
    .insert(guideApprovals)
    .values({ companyId, guideId, version, step, userId: ctx.actor.id, approvedAt: ctx.now })
  await note(ctx, `guide.${step}`, guide, { version })
  const after = await approvalsOfDraft(ctx.db, guide)
  // Those who approve come when all have checked; the owner when nothing is missing.
  if (missingFor(after, step).length === 0) await tellNext(ctx, guide)
  return revise(ctx, guide, { stage: stageOf(guide, after) })
}

/** Tells those who are next that the draft waits for them. */
export async function askForApproval(ctx: Context, guide: GuideRow) {
  await tellNext(ctx, guide)
  return presentGuide(ctx, guide)
}

async function tellNext(ctx: Context, guide: GuideRow): Promise<void> {
  const approvals = await approvalsOfDraft(ctx.db, guide)
  const step = approvalSteps.find(one => missingFor(approvals, one).length > 0)
  const people = step ? missingFor(approvals, step) : guide.ownerId ? [guide.ownerId] : []
  const title = guide.draft.title[guide.draft.default_language] ?? ''
  await notify(ctx, guideWaits, people, { guideId: guide.id, title, titles: guide.draft.title, step: step ?? null })
}

/** Throws `guide_not_approved` where somebody who is named for it has not checked or approved the draft. */
export async function requireApproved(ctx: Context, guide: GuideRow): Promise<void> {
  const approvals = await approvalsOfDraft(ctx.db, guide)
  if (approvalSteps.some(step => missingFor(approvals, step).length > 0)) throw new Problem('guide_not_approved')
}

/** What was said of the draft before holds no longer: its words are others now. */
export async function forgetApprovals(ctx: Context, guide: GuideRow): Promise<void> {
  await ctx.db.delete(guideApprovals).where(ofVersion(guide, nextVersion(guide)))
}

/** How far the draft has come when others are named for it. */
export async function stageWith(ctx: Context, guide: Approving) {
  return stageOf(guide, await approvalsOfDraft(ctx.db, guide))
}
