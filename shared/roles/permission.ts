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
