import { roles } from './roles.ts'

/** Who acts, as rules see them. */
export type Actor = {
  id: number
  /** The company this session works in; null before somebody joins one. */
  companyId: number | null
  roleId: number
  isAdmin: boolean
  /** Managers and those above. */
  isManager: boolean
  /** Employees and those above; guests are not. */
  isEmployee: boolean
  /** An admin acts as this person, who keeps conversations and cases to themselves. */
  isActing: boolean
}

/** The actor of a user in a company with a role. */
export function actorOf(id: number, companyId: number | null, roleId: number, isActing = false): Actor {
  const member = companyId !== null
  return {
    id,
    companyId,
    roleId,
    isAdmin: roleId <= roles.admin,
    isManager: roleId <= roles.admin || (member && roleId <= roles.manager),
    isEmployee: roleId <= roles.admin || (member && roleId < roles.guest),
    isActing,
  }
}
