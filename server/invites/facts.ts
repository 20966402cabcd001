import { DomainEvent } from '../lib/events.ts'

/** Somebody became a member by an invitation, which names the forms that they begin with. */
export const inviteAccepted = new DomainEvent<{
  companyId: number
  userId: number
  invitedBy: number
  forms: number[]
}>('invite.accepted')

/** Somebody is invited, to begin with these forms. */
export const invited = new DomainEvent<{ companyId: number; inviteId: number; forms: number[] }>('invite.created')
