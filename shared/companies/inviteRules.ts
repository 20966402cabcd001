import { changing, type Permissions } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

/** Where an invitation stands. `delivery_failed` is open too: its mail did not arrive, its link is good. */
export const inviteStates = ['pending', 'delivery_failed', 'expired', 'accepted', 'declined', 'revoked'] as const
export type InviteState = (typeof inviteStates)[number]

/** What became of a line of a list of people to invite. */
export const inviteResults = [
  'invited',
  'not_an_email',
  'unknown_role',
  'role_above',
  'duplicate',
  'already_invited',
  'already_a_member',
  'limit_reached',
  'too_many_today',
] as const
export type InviteResult = (typeof inviteResults)[number]

/** What a company's own role can be given of invitations. */
export const permissions = {
  Invite: { actions: changing, fields: {} },
} as const satisfies Permissions

export const inviteRules: Rules = (allow, actor) => {
  if (actor.isManager) allow('manage', 'Invite', { companyId: actor.companyId })
}
