import { abilityOf, permissions } from '../ability.ts'
import { actorOf } from '../lib/actor.ts'
import { snakeCase } from '../lib/casing.ts'
import type { RoleRule } from './contract.ts'
import { me } from './permission.ts'

const anybody = { id: -1, companyId: -1 }

/** What one of the four roles may do, as rules that an own role can start from: only what own roles can be given. */
export function startingRules(roleId: number): RoleRule[] {
  return abilityOf(actorOf(anybody.id, anybody.companyId, roleId)).rules.flatMap(({ action, subject, conditions }) =>
    [subject].flat().flatMap(name => {
      const permission = permissions[String(name)]
      const actions = [action].flat().flatMap(one => (one === 'manage' ? (permission?.actions ?? []) : [one]))
      const given = actions.filter(one => permission?.actions.includes(one))
      const narrowed = Object.entries(conditions ?? {}).filter(([field]) => field !== 'companyId')
      // What only one of the four has, such as a guest's day, is no start for others.
      const isGiveable = narrowed.every(([field]) => snakeCase(field) in (permission?.fields ?? {}))
      if (given.length === 0 || !isGiveable) return []
      return [
        {
          action: given,
          subject: String(name),
          ...(narrowed.length > 0 && {
            conditions: Object.fromEntries(
              narrowed.map(([field, value]) => [snakeCase(field), value === anybody.id ? me : value]),
            ) as RoleRule['conditions'],
          }),
        },
      ]
    }),
  )
}
