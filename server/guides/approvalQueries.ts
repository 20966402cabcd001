import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { GuideApproval } from '#shared/guides/contract.ts'
import { type ApprovalStep, approvalSteps, type GuideStage } from '#shared/guides/rules.ts'
import { wire } from '#shared/lib/casing.ts'
import { users } from '../accounts/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { guideApprovals } from './table.ts'

type Named = { id: number; companyId: number }
export type Approving = Named & { version: number | null; checkerIds: number[]; approverIds: number[] }

/** The number that the draft gets when it is published. */
export const nextVersion = ({ version }: { version: number | null }) => (version ?? 0) + 1

export const ofVersion = ({ companyId, id }: Named, version: number) =>
  and(eq(guideApprovals.companyId, companyId), eq(guideApprovals.guideId, id), eq(guideApprovals.version, version))

/** Who checked and who approved a version, the first one first. */
export async function approvalsOf(db: Database, guide: Named, version: number): Promise<GuideApproval[]> {
  const { step, userId, approvedAt } = guideApprovals
  const rows = await db
    .select({ step, userId, name: users.name, approvedAt })
    .from(guideApprovals)
    .innerJoin(users, eq(users.id, userId))
    .where(ofVersion(guide, version))
    .orderBy(desc(step), asc(approvedAt), asc(guideApprovals.id))
  return rows.map(row => wire(row))
}

/** The same of the draft, with those who are named for it and have not done it yet. */
export async function approvalsOfDraft(db: Database, guide: Approving): Promise<GuideApproval[]> {
  const given = await approvalsOf(db, guide, nextVersion(guide))
  const missing = approvalSteps.flatMap(step =>
    namedFor(guide, step)
      .filter(userId => !given.some(one => one.step === step && one.user_id === userId))
      .map(user_id => ({ step, user_id })),
  )
  if (missing.length === 0) return given
  const ids = missing.map(({ user_id }) => user_id)
  const people = await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids))
  const nameOf = (id: number) => people.find(person => person.id === id)?.name ?? ''
  return approvalSteps.flatMap(step => [
    ...given.filter(one => one.step === step),
    ...missing.filter(one => one.step === step).map(one => ({ ...one, name: nameOf(one.user_id), approved_at: null })),
  ])
}

export const namedFor = ({ checkerIds, approverIds }: Approving, step: ApprovalStep): number[] =>
  step === 'checked' ? checkerIds : approverIds

/** Who is named for a step and has not done it. */
export const missingFor = (approvals: readonly GuideApproval[], step: ApprovalStep): number[] =>
  approvals.filter(one => one.step === step && one.approved_at === null).map(one => one.user_id)

/** How far a draft has come by what named people did; a step for which nobody is named is none. */
export function stageOf(guide: Approving, approvals: readonly GuideApproval[]): GuideStage {
  let stage: GuideStage = 'draft'
  for (const step of approvalSteps) {
    if (missingFor(approvals, step).length > 0) return stage
    if (namedFor(guide, step).length > 0) stage = step
  }
  return stage
}
