import type { Reach } from './reach.ts'
import type { OwnRule } from './roles.ts'
import { isGuest, isManager, roles } from './roles.ts'

/** The actor of a call, as rules see it. */
export type Actor = {
  id: number
  /** Company of the session; null before a person joins one. */
  companyId: number | null
  roleId: number
  /** Rules of a custom role, instead of those of the role's rank. */
  ownRules: readonly OwnRule[] | null
  isAdmin: boolean
  /** Managers and those above. */
  isManager: boolean
  /** Employees and those above, without guests. */
  isEmployee: boolean
  /** Guests and others who do not work here; they see no registers and no colleagues. */
  isGuest: boolean
  /** True while an administrator acts as this person, whose conversations and cases stay private. */
  isActing: boolean
  /** Where they work; null: in the whole company. */
  reach: Reach | null
  /** What the call shows of that, where they look at one site (`bySite` of the contract). It changes no rights. */
  site: Reach | null
  /** Managers of the whole company, who alone change what concerns all of it: data, plan, roles, forms, guides. */
  isCompanyManager: boolean
  /** An API key's account: it reads and writes by its role, and has no conversations, cases and notifications. */
  isKey: boolean
}

/** What narrows a member's role: rules of a custom role, a part of the company, being a key or acted for. */
type Membership = Partial<Pick<Actor, 'ownRules' | 'reach' | 'site' | 'isActing' | 'isKey'>>

/**
 * Builds the actor of a user in a company with a role, which may be a custom one. Without a reach it is somebody of the
 * whole company: callers who act for a member pass theirs (`reach.test.ts`).
 */
export function actorOf(
  id: number,
  companyId: number | null,
  roleId: number,
  { isActing = false, ownRules = null, reach = null, site = null, isKey = false }: Membership = {},
): Actor {
  const member = companyId !== null
  const isAdmin = roleId <= roles.admin
  const manages = isAdmin || (member && isManager(roleId))
  const own = isAdmin ? null : reach
  return {
    id,
    companyId,
    roleId,
    ownRules,
    isAdmin,
    isManager: manages,
    isEmployee: isAdmin || (member && !isGuest(roleId)),
    isGuest: member && isGuest(roleId),
    isActing,
    reach: own,
    site: isAdmin ? null : site,
    isCompanyManager: manages && !own,
    isKey,
  }
}

/** Causes of actions without a member: a public link, a scheduled job, or `tend admin`. */
export const causes = [
  'public_link',
  'guest_day_over',
  'series',
  'urgent_repeated',
  'plan_ends',
  'paper_ends',
  'pass_ends',
  'audit_pass',
  'maintenance_due',
  'helper',
  'guide_review',
  'report_schedule',
  'import',
  'command_line',
] as const
export type Cause = (typeof causes)[number]
