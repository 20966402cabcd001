import type { Permissions } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

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
  if (actor.isEmployee) allow('read', 'Member', ours)
  if (actor.isManager) {
    allow(['update', 'delete'], 'Company', { id: actor.companyId })
    allow(['update', 'delete'], 'Member', ours)
  }
}
