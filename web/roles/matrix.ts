/**
 * Rules as a table for people, by subject: `matrixOf` reads rules into it, `rulesOf` writes them, and what it cannot
 * show is kept in `others`. A role never reaches further than a manager, so "all" is what a manager may do with a
 * subject, and "own" what a manager may do with their own rows.
 */
import { abilityOf, type PermissionSubject, permissionSubjects, permissions } from '#shared/ability.ts'
import type { RoleRule } from '#shared/companies/roles.ts'
import { appointing, startingRules } from '#shared/customRoles.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { me, type Permission, roles } from '#shared/lib/roles.ts'

/** What can be done, in the order of the table; each has a text. */
export const actions = ['read', 'create', 'update', 'delete', 'complete', 'skip', 'review', 'correct'] as const

export const scopes = ['none', 'own', 'all'] as const
/** Which rows: none, the person's own, or all. */
export type Scope = (typeof scopes)[number]

export type Grants = {
  /** By action. */
  scopes: Record<string, Scope>
  /** By field: the values to which all of it is narrowed; none is no narrowing. */
  only: Record<string, string[]>
}
export type Matrix = { grants: Record<PermissionSubject, Grants>; others: RoleRule[] }

/** What a role can be about, in the order of the table; each has a text. */
export const subjects = permissionSubjects
export type { PermissionSubject }

type Conditions = NonNullable<RoleRule['conditions']>

const nothing: Permission = { actions: [], fields: {} }
const permissionOf = (subject: PermissionSubject): Permission => permissions[subject] ?? nothing
/** The field by which a row is somebody's own, if the subject has one. */
const personField = (subject: PermissionSubject): string | undefined =>
  Object.entries(permissionOf(subject).fields).find(([, values]) => values === 'person')?.[0]
/** The fields to whose values a role can be narrowed; what has owners is narrowed by those. */
export const choiceFields = (subject: PermissionSubject): [field: string, values: readonly string[]][] =>
  personField(subject)
    ? []
    : Object.entries(permissionOf(subject).fields).flatMap(([field, values]): [string, readonly string[]][] =>
        values === 'person' ? [] : [[field, values]],
      )

const appointed = new Set(
  abilityOf(actorOf(-1, -1, roles.manager))
    .rules.filter(({ action }) => [action].flat().includes(appointing))
    .flatMap(({ subject }) => [subject].flat().map(String)),
)

/** Under which conditions a manager may do this, with what is theirs and with what is anybody's. */
function widest(
  subject: PermissionSubject,
  action: string,
): { own: Conditions | undefined; all: Conditions | undefined } {
  // What managers give to others without having it themselves, they give whole.
  if (appointed.has(subject)) return { own: undefined, all: {} }
  const person = personField(subject)
  const rules = startingRules(roles.manager).filter(rule => rule.subject === subject && rule.action.includes(action))
  const conditions = rules.map(rule => rule.conditions ?? {}).sort(byCount)
  return {
    own: person ? conditions.find(one => one[person] === me) : undefined,
    all: conditions.find(one => !person || !(person in one)),
  }
}

/** What asks for less reaches further. */
const byCount = (one: Conditions = {}, other: Conditions = {}) => Object.keys(one).length - Object.keys(other).length

/** Choices for an action; two for those that are either allowed or not. */
export function offeredScopes(subject: PermissionSubject, action: string): Scope[] {
  const { own, all } = widest(subject, action)
  return scopes.filter(scope => scope === 'none' || (scope === 'own' ? own : all) !== undefined)
}

const noGrants = (subject: PermissionSubject): Grants => ({
  scopes: Object.fromEntries(permissionOf(subject).actions.map(action => [action, 'none'])),
  only: Object.fromEntries(choiceFields(subject).map(([field]) => [field, []])),
})

/** The table of some rules. */
export function matrixOf(rules: readonly RoleRule[]): Matrix {
  const grants = Object.fromEntries(subjects.map(subject => [subject, noGrants(subject)])) as Matrix['grants']
  const others: RoleRule[] = []
  const seen = new Map<PermissionSubject, string>()
  // The widest first: what it covers already needs no place of its own.
  for (const rule of [...rules].sort((one, other) => byCount(one.conditions, other.conditions))) {
    const left = rule.action.filter(action => !place(rule, action, grants, seen))
    if (left.length > 0) others.push({ ...rule, action: left })
  }
  return { grants, others }
}

/** Puts one act of a rule into the table; false where there is no place for it. */
function place(
  rule: RoleRule,
  action: string,
  grants: Matrix['grants'],
  seen: Map<PermissionSubject, string>,
): boolean {
  const subject = subjects.find(one => one === rule.subject)
  if (!subject || grants[subject].scopes[action] === undefined) return false
  const row = grants[subject]
  const { own, all } = widest(subject, action)
  const { only, rest } = narrowing(subject, rule.conditions ?? {})
  if (own && isSame(rest, own)) {
    if (row.scopes[action] === 'none') row.scopes[action] = 'own'
    return true
  }
  if (!all || !isSame(rest, all)) return false
  if (!isAdding(subject, action)) {
    // All that a role may do with a thing is narrowed in the same way: the table has one place for that.
    const narrowed = JSON.stringify(only)
    const isCovered = row.scopes[action] === 'all' && Object.values(row.only).every(values => values.length === 0)
    if (isCovered) return true
    if ((seen.get(subject) ?? narrowed) !== narrowed) return false
    seen.set(subject, narrowed)
    Object.assign(row.only, only)
  } else if (Object.keys(rule.conditions ?? {}).length > 0) return false
  row.scopes[action] = 'all'
  return true
}

/** Adding is not narrowed where a row has not got the field yet. */
const isAdding = (subject: PermissionSubject, action: string): boolean =>
  action === 'create' && !permissionOf(subject).narrowsCreating

/** Parts what narrows a thing to some of its values from the other conditions. */
function narrowing(subject: PermissionSubject, conditions: Conditions) {
  const choices = new Map(choiceFields(subject))
  const only: Record<string, string[]> = Object.fromEntries([...choices.keys()].map(field => [field, []]))
  const rest: Conditions = {}
  for (const [field, condition] of Object.entries(conditions)) {
    const values = textsOf(condition)
    if (values?.every(value => choices.get(field)?.includes(value))) only[field] = values
    else rest[field] = condition
  }
  return { only, rest }
}

/** The rules of a table: actions under the same conditions are one rule. */
export function rulesOf({ grants, others }: Matrix): RoleRule[] {
  const written = subjects.flatMap(subject => {
    const { scopes: chosen, only } = grants[subject]
    const narrowed: Conditions = {}
    for (const [field, values] of Object.entries(only)) if (values.length > 0) narrowed[field] = { $in: values }
    const rules = new Map<string, RoleRule>()
    const allow = (action: string, conditions: Conditions) => {
      const key = JSON.stringify(conditions)
      const met = Object.keys(conditions).length > 0 ? { conditions } : {}
      rules.set(key, { action: [...(rules.get(key)?.action ?? []), action], subject, ...met })
    }
    for (const [action, scope] of Object.entries(chosen)) {
      const { own, all } = widest(subject, action)
      if (scope === 'all' && all) allow(action, isAdding(subject, action) ? all : { ...all, ...narrowed })
      if (scope !== 'none' && own) allow(action, own)
    }
    return [...rules.values()]
  })
  return [...written, ...others]
}

/** Whether two conditions say the same, however they are written. */
const isSame = (one: Conditions, other: Conditions): boolean => written(one) === written(other)

const written = (conditions: Conditions): string =>
  JSON.stringify(
    Object.entries(conditions)
      .map(([field, condition]) => [field, textsOf(condition) ?? condition])
      .sort(),
  )

/** The values that a condition names, where they are texts. */
function textsOf(condition: unknown): string[] | null {
  if (typeof condition === 'string') return [condition]
  if (typeof condition !== 'object' || condition === null) return null
  const values = '$in' in condition ? condition.$in : '$eq' in condition ? [condition.$eq] : null
  return Array.isArray(values) && values.every((value): value is string => typeof value === 'string') ? values : null
}
