/** In a rule, the person themselves: `{user_id: 'me'}`. */
export const me = 'me'

/** The values of a field; 'person' is somebody's id, or 'me'. */
export type RuleField = readonly string[] | 'person'
export type Permission = {
  actions: readonly string[]
  /** By which fields a rule can be narrowed. A rule that creates cannot, unless `narrowsCreating`. */
  fields: Readonly<Record<string, RuleField>>
  narrowsCreating?: true
}
export type Permissions = Readonly<Record<string, Permission>>

/** What a noun that people list and change offers. */
export const changing = ['read', 'create', 'update', 'delete'] as const
