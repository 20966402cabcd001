/**
 * Rules as a table that people can read: for each thing, who may do what with which rows. `matrixOf` reads rules into it and `rulesOf`
 * writes them; what the table cannot show (a rule that another program made) is kept as it is, in `others`.
 */
import type { RoleRule } from '#shared/roles/contract.ts'
import { me, type Permission, permissions } from '#shared/roles/permissions.ts'

/** What can be done, in the order of the table; each has a text. */
export const actions = ['read', 'create', 'update', 'delete', 'complete', 'skip'] as const

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
export const subjects = [
  'Location',
  'AnimalGroup',
  'Animal',
  'Form',
  'Submission',
  'Task',
  'SentTask',
  'Member',
  'Invite',
] as const
export type PermissionSubject = (typeof subjects)[number]

const nothing: Permission = { actions: [], fields: {} }
const permissionOf = (subject: PermissionSubject): Permission => permissions[subject] ?? nothing
/** The field by which a row is somebody's own, if the subject has one. */
export const personField = (subject: PermissionSubject): string | undefined =>
  Object.entries(permissionOf(subject).fields).find(([, values]) => values === 'person')?.[0]
/** The fields to whose values a role can be narrowed. */
export const choiceFields = (subject: PermissionSubject): [field: string, values: readonly string[]][] =>
  Object.entries(permissionOf(subject).fields).flatMap(([field, values]): [string, readonly string[]][] =>
    values === 'person' ? [] : [[field, values]],
  )

const noGrants = (subject: PermissionSubject): Grants => ({
  scopes: Object.fromEntries(permissionOf(subject).actions.map(action => [action, 'none'])),
  only: Object.fromEntries(choiceFields(subject).map(([field]) => [field, []])),
})

/** The table of some rules. */
export function matrixOf(rules: readonly RoleRule[]): Matrix {
  const grants = Object.fromEntries(subjects.map(subject => [subject, noGrants(subject)])) as Matrix['grants']
  const others: RoleRule[] = []
  const seen = new Map<PermissionSubject, string>()
  for (const rule of rules) {
    const read = readRule(rule)
    // All rules of a subject must be narrowed in the same way: the table has one place for that.
    const only = read && JSON.stringify(read.only)
    const narrows = read !== null && !createsOnly(read.subject, rule.action)
    if (!read || (narrows && (seen.get(read.subject) ?? only) !== only)) {
      others.push(rule)
      continue
    }
    const row = grants[read.subject]
    if (narrows && only) {
      seen.set(read.subject, only)
      Object.assign(row.only, read.only)
    }
    for (const action of rule.action) if (row.scopes[action] !== 'all') row.scopes[action] = read.scope
  }
  return { grants, others }
}

/** Such a rule says nothing about which rows: it cannot be narrowed. */
const createsOnly = (subject: PermissionSubject, granted: readonly string[]): boolean =>
  !permissionOf(subject).narrowsCreating && granted.every(action => action === 'create')

/** The rules of a table: for each subject one for all rows, one for the own ones, and one for adding where that cannot be narrowed. */
export function rulesOf({ grants, others }: Matrix): RoleRule[] {
  const written = subjects.flatMap(subject => {
    const { scopes: chosen, only } = grants[subject]
    const conditions: NonNullable<RoleRule['conditions']> = {}
    for (const [field, values] of Object.entries(only)) if (values.length > 0) conditions[field] = { $in: values }
    return (['all', 'own'] as const).flatMap(scope => {
      const granted = Object.keys(chosen).filter(one => chosen[one] === scope)
      const own = scope === 'own' ? personField(subject) : undefined
      const met = own ? { ...conditions, [own]: me } : conditions
      const isNarrowed = Object.keys(met).length > 0
      const apart = isNarrowed && !permissionOf(subject).narrowsCreating && granted.includes('create')
      const narrowed = apart ? granted.filter(action => action !== 'create') : granted
      return [
        ...(apart ? [{ action: ['create'], subject }] : []),
        ...(narrowed.length > 0 ? [{ action: narrowed, subject, ...(isNarrowed && { conditions: met }) }] : []),
      ]
    })
  })
  return [...written, ...others]
}

type Read = { subject: PermissionSubject; scope: Scope; only: Record<string, string[]> }

/** A rule as the table shows it, or null where it cannot. */
function readRule({ action, subject, conditions = {} }: RoleRule): Read | null {
  const known = subjects.find(one => one === subject)
  if (!known) return null
  const possible = permissionOf(known).actions
  if (!action.every(one => possible.includes(one))) return null
  const person = personField(known)
  const choices = new Map(choiceFields(known))
  const only: Record<string, string[]> = Object.fromEntries([...choices.keys()].map(field => [field, []]))
  let scope: Scope = 'all'
  for (const [field, condition] of Object.entries(conditions)) {
    const values = valuesOf(condition)
    const offered = choices.get(field)
    if (field === person && values?.length === 1 && values[0] === me) scope = 'own'
    else if (offered && values?.every(value => offered.includes(value))) only[field] = values
    else return null
  }
  return { subject: known, scope, only }
}

/** The values that a condition names, where they are texts. */
function valuesOf(condition: unknown): string[] | null {
  if (typeof condition === 'string') return [condition]
  if (typeof condition !== 'object' || condition === null) return null
  const values = '$in' in condition ? condition.$in : '$eq' in condition ? [condition.$eq] : null
  return Array.isArray(values) && values.every((value): value is string => typeof value === 'string') ? values : null
}
