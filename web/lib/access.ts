/**
 * What somebody must be allowed to do, by the rules and never by their rank. Admins of the platform may do everything.
 */
export type Right = readonly [action: string, subject: string]
export type Access = Right | { all: readonly Right[] } | { any: readonly Right[] }

/** Whether somebody may do something, with a row or in general, as `useAbility` gives it. */
type Ask = (action: string, subject: string, row?: object) => boolean

/** The same in general. */
export type Can = (action: string, subject: string) => boolean

/** Whether somebody sees what others have finished, and not only their own. */
export const seesOthers = (can: Ask, subject: string, company_id: number | null): boolean =>
  can('read', subject, { company_id, user_id: 0, status: 'complete' })

/** Whether these rules open something; what says nothing about it is open to everybody signed in. */
export function isOpen(can: Can, access: Access | undefined): boolean {
  if (!access) return true
  if ('all' in access) return access.all.every(right => can(...right))
  if ('any' in access) return access.any.some(right => can(...right))
  return can(...access)
}
