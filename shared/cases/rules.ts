import type { Permissions } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

/**
 * States of a case. Directive (EU) 2019/1937, article 9(1): acknowledged within seven days, answered within three
 * months.
 */
export const caseStatuses = ['received', 'acknowledged', 'investigating', 'answered', 'closed'] as const
export type CaseStatus = (typeof caseStatuses)[number]

/** Identity that the reporter chose: named to everybody concerned, named to the handlers only, or anonymous. */
export const identities = ['anonymous', 'confidential', 'open'] as const
export type Identity = (typeof identities)[number]

/** Author of a message; a note is between handlers. */
export const messageKinds = ['reporter', 'answer', 'note'] as const

/** Recorded actions of handlers. */
export const readThings = ['case', 'messages', 'file', 'answer', 'note', 'status'] as const
export type ReadThing = (typeof readThings)[number]

/** Smallest group that the report shows; members of smaller ones could be identified. */
export const smallestGroup = 5

/** Bound of files per case, so that a public notice cannot fill a company's storage. */
export const maxFiles = 30

/** The right to read and handle cases. No rank includes it. */
export const permissions = {
  Case: { actions: ['read', 'update'], fields: {} },
} as const satisfies Permissions

/**
 * Grants cases only to custom roles with that right. Managers appoint them without having it. Administrators and API
 * keys never have it, not even while acting as somebody who does (Directive (EU) 2019/1937, articles 9(1)(c) and 16).
 */
export const caseRules: Rules = (allow, actor, forbid) => {
  if (actor.isCompanyManager) allow('appoint', 'Case', { companyId: actor.companyId })
  if (actor.isAdmin || actor.isActing || actor.isKey) forbid(['read', 'update'], 'Case')
}
