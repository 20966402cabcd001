import type { LimitedThing } from '#shared/plans/rules.ts'
import { QueryPort } from '../lib/queryPorts.ts'

/** How much of a limited thing a company has, as far as each feature knows: 0 of what it does not have. */
export const usage = new QueryPort<{ companyId: number; thing: LimitedThing }, number>('plans.usage')
