import type { ReachInput } from '#shared/companies/contract.ts'
import type { LimitedThing } from '#shared/companies/planRules.ts'
import { DomainEvent, QueryPort } from '../lib/ports.ts'

/** Asks for the stored paths of a company's files, which are removed when it is erased. */
export const storedOfCompany = new QueryPort<number, string[]>('companies.stored')

/** Somebody became a member by an invitation, which names the forms that they begin with. */
export const inviteAccepted = new DomainEvent<{
  companyId: number
  userId: number
  invitedBy: number
  forms: number[]
  /** The address that was invited. */
  email: string
}>('invite.accepted')

/** Somebody is invited, to begin with these forms. */
export const invited = new DomainEvent<{ companyId: number; inviteId: number; forms: number[] }>('invite.created')

/** Throws 422 where newcomers cannot begin with one of these forms. */
export const requireForms = new QueryPort<{ companyId: number; ids: number[] }, void>('invites.require-forms')

/** The forms that become a newcomer's first tasks, by invitation. */
export const startingForms = new QueryPort<number[], Map<number, number[]>>('invites.starting-forms')

/** Throws 422 where the company has not all of these places. */
export const requirePlaces = new QueryPort<{ companyId: number; reach: ReachInput }, void>('companies.require-places')

/**
 * The living locations, groups and vehicles that the reader sees, by these names; vehicles by their plates too. Each is
 * named with the list of a reach that it belongs to.
 */
export const placesByName = new QueryPort<
  { companyId: number; names: string[] },
  Map<string, { field: keyof ReachInput; id: number }[]>
>('companies.places-by-name')

/** Asks each feature how much of a limited thing a company has: 0 of things of others. */
export const usage = new QueryPort<{ companyId: number; thing: LimitedThing }, number>('plans.usage')
