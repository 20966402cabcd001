/** Role ids are ranks: lower means more privilege (specification, section 6). */
export const roles = { admin: 1000, manager: 2000, employee: 3000, guest: 4000 } as const

// The specification's numbers, which custom roles do not share. Roles are compared by rank only here and in
// `server/companies/table.ts` (`ranks.test.ts`); everything else asks the rules.

/** Everybody except the platform's administrators works in a company. */
export const mustHaveCompany = ({ role_id }: { role_id: number }): boolean => role_id > roles.admin

/** Roles that are warned of the end of a plan (specification, section 4). */
export const hearsOfPlanEnd = ({ role_id }: { role_id: number }): boolean => role_id === roles.manager

/** Roles with the button of the support chat (specification, section 1). */
export const hasSupportChat = ({ role_id }: { role_id: number }): boolean => role_id === roles.manager

/** Rank of which a company keeps at least one person, who can give others their rights. */
export const isManager = (roleId: number): boolean => roleId <= roles.manager

/** The rank of the platform's administrators. */
export const isAdminRank = (roleId: number): boolean => roleId <= roles.admin

/** One of the roles that every company has, which are never archived. */
export const isCommonRole = (roleId: number): boolean =>
  !isAdminRank(roleId) && Object.values<number>(roles).includes(roleId)

/** Guests are no colleagues and take no seat of a plan. */
export const isGuest = (roleId: number): boolean => roleId >= roles.guest

/** Means the role's holder in a rule: `{user_id: 'me'}`. */
export const me = 'me'

/** Values of a field; 'person' is a person's id, or 'me'. */
export type RuleField = readonly string[] | 'person'
export type Permission = {
  actions: readonly string[]
  /** Fields by which a rule can be narrowed. A rule that creates cannot be, unless `narrowsCreating`. */
  fields: Readonly<Record<string, RuleField>>
  narrowsCreating?: true
}
export type Permissions = Readonly<Record<string, Permission>>

/** Actions of a feature that people list and change. */
export const changing = ['read', 'create', 'update', 'delete'] as const

/** A rule of a custom role, with the names of the wire. */
export type OwnRule = { action: string[]; subject: string; conditions?: Record<string, unknown> | undefined }
