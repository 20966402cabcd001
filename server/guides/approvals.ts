/** Approval of a draft before it is published: named people check it, then others approve it. */

import { eq } from 'drizzle-orm'
import type { AuditDetails } from '#shared/audit/contract.ts'
import type { AuditAction } from '#shared/audit/rules.ts'
import { GuideDetail, guideEvents } from '#shared/guides/contract.ts'
import { type ApprovalStep, approvalSteps } from '#shared/guides/rules.ts'
import { userChannel } from '#shared/lib/contract.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import { whoMay } from '../companies/roleQueries.ts'
import type { Context, Topic } from '../lib/context.ts'
import { broadcast } from '../lib/ports.ts'
import { notify } from '../notifications/commands.ts'
import {
  type Approving,
  approvalsOfDraft,
  missingFor,
  namedFor,
  nextVersion,
  ofVersion,
  stageOf,
} from './approvalQueries.ts'
import { type GuideRow, presentGuide } from './queries.ts'
import { guideApprovals, guides } from './table.ts'

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
  if (missingFor(after, step).length === 0) await notifyNextApprovers(ctx, guide)
  return revise(ctx, guide, { stage: stageOf(guide, after) })
}

/** Tells those who are next that the draft waits for them. */
export async function askForApproval(ctx: Context, guide: GuideRow) {
  await notifyNextApprovers(ctx, guide)
  return presentGuide(ctx, guide)
}

async function notifyNextApprovers(ctx: Context, guide: GuideRow): Promise<void> {
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

/** What every change of a guide does: it refuses a stale one, is noted, and is told to those who read the guide. */
export const note = (ctx: Context, action: AuditAction, { id, companyId }: GuideRow, details?: AuditDetails) =>
  audit(ctx, action, { type: 'Guide', id, companyId }, details)

/** Throws `stale_revision` with the guide as it is where somebody saw another one. */
export async function requireRevision(ctx: Context, guide: GuideRow, expected: number | undefined): Promise<void> {
  if (expected !== undefined && expected !== guide.revision)
    throw new Problem('stale_revision', { data: GuideDetail.parse(await presentGuide(ctx, guide)) })
}

/** The row is locked since it was read (`accessGuide`), so nothing came in between. */
export async function revise(ctx: Context, guide: GuideRow, changes: Partial<typeof guides.$inferInsert>) {
  const [changed] = await ctx.db
    .update(guides)
    .set({ ...changes, revision: guide.revision + 1, updatedAt: ctx.now })
    .where(eq(guides.id, guide.id))
    .returning()
  if (!changed) throw new Problem('not_found')
  await broadcastToReaders(ctx, changed, guide)
  return presentGuide(ctx, changed)
}

/** Those who may read it now, and those who could before: for them it is gone. */
export async function broadcastToReaders(ctx: Context, ...guides: GuideRow[]): Promise<void> {
  const people = await Promise.all(guides.map(guide => whoMay(ctx, 'read', 'Guide', guide)))
  if (guides[0]) broadcastToPeople(ctx, guides[0], people.flat())
}

export const broadcastToPeople = (ctx: Context, { id, companyId }: GuideRow, people: number[]) =>
  broadcast(ctx, guideEvents, 'guide.changed', { id, company_id: companyId }, people.map(userChannel))

/** That a draft waits for somebody: to be checked, to be approved, or, when that is done, to be published. */
export const guideWaits: Topic<{ guideId: number; title: string; titles: LocalizedText; step: ApprovalStep | null }> = {
  name: 'guide.waiting',
  bell: ({ guideId, title, titles, step }) => ({
    values: { title: { title, titles } },
    href: step ? `/guides/${guideId}` : `/guides/edit/${guideId}`,
    about: `guide ${guideId}`,
  }),
}
