import { isGuest, isManager, roles } from './roles.ts'
import type { OwnRule } from './rules.ts'

/** Who acts, as rules see them. */
export type Actor = {
  id: number
  /** The company this session works in; null before somebody joins one. */
  companyId: number | null
  roleId: number
  /** The rules of a company's own role, in place of those of the role's rank. */
  ownRules: readonly OwnRule[] | null
  isAdmin: boolean
  /** Managers and those above. */
  isManager: boolean
  /** Employees and those above; guests are not. */
  isEmployee: boolean
  /** Somebody who does not work here: sees no registers and no colleagues. */
  isGuest: boolean
  /** An admin acts as this person, who keeps conversations and cases to themselves. */
  isActing: boolean
}

/** The actor of a user in a company with a role, which may be the company's own. */
export function actorOf(
  id: number,
  companyId: number | null,
  roleId: number,
  isActing = false,
  ownRules: readonly OwnRule[] | null = null,
): Actor {
  const member = companyId !== null
  const isAdmin = roleId <= roles.admin
  return {
    id,
    companyId,
    roleId,
    ownRules,
    isAdmin,
    isManager: isAdmin || (member && isManager(roleId)),
    isEmployee: isAdmin || (member && !isGuest(roleId)),
    isGuest: member && isGuest(roleId),
    isActing,
  }
}
