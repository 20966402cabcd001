import { abilityOf, permissions } from './ability.ts'
import type { RoleRule } from './companies/roles.ts'
import { maxRoleRules, ownRoleRules } from './companies/rules.ts'
import { actorOf } from './lib/actor.ts'
import { snakeCase } from './lib/casing.ts'
import type { FieldErrors } from './lib/problem.ts'
import { me, type RuleField, roles } from './lib/roles.ts'
import { type Ability, buildAbility, type RawRule } from './lib/rules.ts'

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

/** Mistakes in a custom role's rules, by the place of each. Too many rules are not checked further. */
export function mistakesIn(rules: readonly RoleRule[]): FieldErrors {
  const { ofSubject, values } = maxRoleRules
  const counts = new Map<string, number>()
  for (const [index, { subject }] of rules.entries()) {
    const count = (counts.get(subject) ?? 0) + 1
    counts.set(subject, count)
    if (count > ofSubject)
      return { [`rules.${index}`]: [{ code: 'too_many_of_subject', values: { maximum: ofSubject } }] }
  }
  const named = rules.flatMap(({ conditions }) => Object.values(conditions ?? {}).flatMap(namesOf))
  if (named.length > values) return { rules: [{ code: 'too_many_rule_values', values: { maximum: values } }] }
  return Object.fromEntries(
    rules.flatMap((rule, index) => {
      const mistake = mistakeIn(rule)
      return mistake ? [[`rules.${index}`, [{ code: mistake }]]] : []
    }),
  )
}

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
  const actor = actorOf(anybody.id, anybody.companyId, roles.manager + 1, { ownRules: [rule] })
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

// Tells whether one ability reaches no further than another: each of its rules must be covered by one rule of the
// other. Conditions are compared field by field, as sets of values. A rule that two rules cover together is called not
// contained, never the other way round.

/** Tells whether `inner` allows nothing that `outer` does not. Both must be for the same person in the same company. */
export function isContained(inner: Ability, outer: Ability): boolean {
  return inner.rules.every(
    rule =>
      rule.inverted ||
      [rule.action]
        .flat()
        .every(action => [rule.subject].flat().every(subject => covers(outer, action, `${subject}`, rule))),
  )
}

type Conditions = RawRule['conditions']

/** The right to give others a right that one lacks. */
export const appointing = 'appoint'

const byWhatIsMeant = ['readerRoleIds', 'readerIds', 'checkerIds', 'approverIds', 'forGuests', 'reviewerIds']

const covers = (
  outer: Ability,
  action: string,
  subject: string,
  { conditions }: { conditions?: Conditions },
): boolean =>
  // Forms, guides and reviews name roles or people themselves; these rules open nothing.
  action === 'fill' ||
  (conditions !== undefined && byWhatIsMeant.some(field => field in conditions)) ||
  // Appointing gives a right that the appointer lacks: cases.
  [action, appointing].some(one =>
    outer.rulesFor(one, subject).some(wider => !wider.inverted && narrows(conditions, wider.conditions)),
  )

/** Tells whether everything that meets `inner` meets `outer`. */
const narrows = (inner: Conditions, outer: Conditions): boolean =>
  Object.entries(outer ?? {}).every(([field, wider]) => {
    const narrower = (inner as Record<string, unknown> | undefined)?.[field]
    return narrower !== undefined && isWithin(valuesOf(narrower), valuesOf(wider))
  })

/** Values that a condition on one field admits: these, or all except these. */
type Values = { only: unknown[] } | { allBut: unknown[] }

function valuesOf(condition: unknown): Values {
  if (typeof condition !== 'object' || condition === null) return { only: [condition] }
  const { $eq, $ne, $in } = condition as { $eq?: unknown; $ne?: unknown; $in?: unknown[] }
  if ($in) return { only: $in }
  return $ne === undefined ? { only: [$eq] } : { allBut: [$ne] }
}

function isWithin(inner: Values, outer: Values): boolean {
  if ('only' in inner)
    return inner.only.every(value => ('only' in outer ? outer.only.includes(value) : !outer.allBut.includes(value)))
  return 'allBut' in outer && outer.allBut.every(value => inner.allBut.includes(value))
}
