import { abilityOf, permissions } from '../ability.ts'
import { actorOf } from '../lib/actor.ts'
import { me, type RuleField, roles } from '../lib/roles.ts'
import { buildAbility } from '../lib/rules.ts'
import { isContained } from './containment.ts'
import type { RoleRule } from './contract.ts'
import { ownRoleRules } from './rules.ts'

/** Person and company for which rules are compared. */
const anybody = { id: -1, companyId: -1 }

/** Mistake in a custom role's rule, as the code of a field error: unknown, or more than a manager's. */
export function mistakeIn(rule: RoleRule): 'not_an_option' | 'cannot_be_narrowed' | 'wider_than_manager' | null {
  const permission = ownValue(permissions, rule.subject)
  if (!permission || rule.action.some(action => !permission.actions.includes(action))) return 'not_an_option'
  const conditions = Object.entries(rule.conditions ?? {})
  if (conditions.length > 0 && rule.action.includes('create') && !permission.narrowsCreating)
    return 'cannot_be_narrowed'
  for (const [field, condition] of conditions) {
    const values = ownValue(permission.fields, field)
    if (!values) return 'cannot_be_narrowed'
    if (!namesOf(condition).every(value => isOne(value, values))) return 'not_an_option'
  }
  return isWider(rule) ? 'wider_than_manager' : null
}

function isWider(rule: RoleRule): boolean {
  const actor = actorOf(anybody.id, anybody.companyId, roles.manager + 1, false, [rule])
  return !isContained(
    buildAbility([ownRoleRules], actor),
    abilityOf(actorOf(anybody.id, anybody.companyId, roles.manager)),
  )
}

/** Ignores inherited properties such as the constructor. */
const ownValue = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** Values that a condition names. */
const namesOf = (condition: unknown): unknown[] =>
  typeof condition === 'object' && condition !== null ? Object.values(condition).flat() : [condition]

const isOne = (value: unknown, values: RuleField): boolean =>
  values === 'person'
    ? value === me || (typeof value === 'number' && Number.isInteger(value) && value > 0)
    : typeof value === 'string' && values.includes(value)
