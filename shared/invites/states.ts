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
