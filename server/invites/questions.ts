import { QueryPort } from '../lib/queryPorts.ts'

/** Throws 422 where newcomers cannot begin with one of these forms. */
export const requireForms = new QueryPort<{ companyId: number; ids: number[] }, void>('invites.require-forms')

/** The forms that become a newcomer's first tasks, by invitation. */
export const startingForms = new QueryPort<number[], Map<number, number[]>>('invites.starting-forms')
