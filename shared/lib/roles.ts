/** Role ids are ranks: lower means more privilege (specification, section 6). */
export const roles = { admin: 1000, manager: 2000, employee: 3000, guest: 4000 } as const

/*
 * The specification's own numbers, which own roles do not share: everything else asks what somebody may do (`rules.ts` of each noun).
 * A role is compared by rank here, and for the database in `server/companies/ranks.ts`, and nowhere else: `ranks.test.ts` holds it.
 */

/** Everybody but the platform's admins works in a company. */
export const mustHaveCompany = ({ role_id }: { role_id: number }): boolean => role_id > roles.admin

/** To whom the specification says that the plan ends (section 4). */
export const hearsOfPlanEnd = ({ role_id }: { role_id: number }): boolean => role_id === roles.manager

/** Over whose screens the button of the support chat floats (section 1). */
export const hasSupportChat = ({ role_id }: { role_id: number }): boolean => role_id === roles.manager

/** A company keeps one of these, so that somebody can give everybody else their rights. */
export const isManager = (roleId: number): boolean => roleId <= roles.manager

/** Guests look around: they are no colleagues, and take no seat of a plan. */
export const isGuest = (roleId: number): boolean => roleId >= roles.guest
