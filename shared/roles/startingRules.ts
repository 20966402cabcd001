import { abilityOf, permissions } from '../ability.ts'
import { actorOf } from '../lib/actor.ts'
import { snakeCase } from '../lib/casing.ts'
import { me } from '../lib/roles.ts'
import type { RoleRule } from './contract.ts'

const anybody = { id: -1, companyId: -1 }

/** Rights of one of the four ranks, as rules that a custom role can start from. */
export function startingRules(roleId: number): RoleRule[] {
  return abilityOf(actorOf(anybody.id, anybody.companyId, roleId)).rules.flatMap(({ action, subject, conditions }) =>
    [subject].flat().flatMap(name => {
      const permission = permissions[String(name)]
      const actions = [action].flat().flatMap(one => (one === 'manage' ? (permission?.actions ?? []) : [one]))
      const given = actions.filter(one => permission?.actions.includes(one))
      const narrowed = Object.entries(conditions ?? {}).filter(([field]) => field !== 'companyId')
      // Rights of one rank only, such as a guest's day, are no start for others.
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
