import { camelCase } from '../lib/casing.ts'
import { changing, me, type Permissions } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

/**
 * Bounds of an own role. Each rule about a subject is a condition of its lists and is asked for each of their rows,
 * once for every value that it names, so these are smaller than what a contract's list may hold.
 */
export const maxRoleRules = { inAll: 200, ofSubject: 20, values: 500 }

/** Kinds of business; setup offers the starter forms that fit. */
export const kindsOfBusiness = [
  'mixed_farm',
  'dairy',
  'beef',
  'pigs',
  'poultry',
  'sheep_and_goats',
  'horses',
  'crops',
  'veterinary',
  'transport',
  'slaughterhouse',
  'shelter',
  'workshop',
  'other_workplace',
] as const
export type KindOfBusiness = (typeof kindsOfBusiness)[number]

export const memberStates = ['active', 'frozen'] as const
export type MemberState = (typeof memberStates)[number]

/** Rights of members that a custom role can be given. */
export const permissions = {
  Member: { actions: ['read'], fields: {} },
} as const satisfies Permissions

/** Administrators add people directly; managers invite. */
export const companyRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.companyId !== null) allow('read', 'Company', { id: actor.companyId })
  // Asked by what tells of changes anywhere in the company.
  if (actor.companyId !== null && !actor.reach) allow('read', 'WholeCompany')
  if (actor.isEmployee) allow('read', 'Member', ours)
  if (actor.isCompanyManager) allow(['update', 'delete'], 'Company', { id: actor.companyId })
  if (actor.isManager) allow(['update', 'delete'], 'Member', ours)
}

/** States of an invitation. `delivery_failed` is open too: its mail did not arrive, but its link works. */
export const inviteStates = ['pending', 'delivery_failed', 'expired', 'accepted', 'declined', 'revoked'] as const
export type InviteState = (typeof inviteStates)[number]

/** Result of one line of a list of people to invite; `ready` in a dry run. */
export const inviteResults = [
  'invited',
  'ready',
  'not_an_email',
  'unknown_role',
  'role_above',
  'unknown_place',
  'several_places',
  'too_many_places',
  'place_above',
  'duplicate',
  'already_invited',
  'already_a_member',
  'limit_reached',
  'too_many_today',
] as const
export type InviteResult = (typeof inviteResults)[number]

/** Rights of invitations that a custom role can be given. */
export const invitePermissions = {
  Invite: { actions: changing, fields: {} },
} as const satisfies Permissions

export const inviteRules: Rules = (allow, actor) => {
  if (actor.isManager) allow('manage', 'Invite', { companyId: actor.companyId })
}

export const roleRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) allow('read', 'Role', ours)
  if (actor.isCompanyManager) allow('manage', 'Role', ours)
}

/**
 * Applies the rules of a custom role within its company. Equal rules are applied once, because each one is a condition
 * of every list and a check of every row.
 */
export const ownRoleRules: Rules = (allow, actor) => {
  const applied = new Set<string>()
  for (const { action, subject, conditions } of actor.ownRules ?? []) {
    const narrowed = Object.entries(conditions ?? {}).map(([field, condition]) => [
      camelCase(field),
      withActor(condition, actor.id),
    ])
    const key = JSON.stringify([action, subject, narrowed])
    if (applied.has(key)) continue
    applied.add(key)
    allow(action, subject, { ...Object.fromEntries(narrowed), companyId: actor.companyId })
  }
}

/** 'me' is the role's holder. */
function withActor(condition: unknown, actorId: number): unknown {
  if (condition === me) return actorId
  if (Array.isArray(condition)) return [...new Set(condition.map(value => withActor(value, actorId)))]
  if (typeof condition !== 'object' || condition === null) return condition
  return Object.fromEntries(Object.entries(condition).map(([operator, value]) => [operator, withActor(value, actorId)]))
}
