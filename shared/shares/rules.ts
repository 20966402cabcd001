import type { Rules } from '../lib/rules.ts'

/** Records that can be read without an account by a link. */
export const readableKinds = ['report', 'guide', 'submission'] as const
export type ReadableKind = (typeof readableKinds)[number]

/** Targets of a company's links. */
export const shareKinds = [...readableKinds, 'form', 'calendar', 'helper'] as const
export type ShareKind = (typeof shareKinds)[number]

export const isReadable = (kind: ShareKind): kind is ReadableKind => (readableKinds as readonly string[]).includes(kind)

/**
 * Managers of the company see and revoke all links. Employees create links to what they may share: reports and guides
 * that they may change, and submissions.
 */
export const shareRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.companyId !== null && !actor.isGuest) allow('create', 'Share', ours)
  if (actor.isManager) allow('manage', 'Share', ours)
}
