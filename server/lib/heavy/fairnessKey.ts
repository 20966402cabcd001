import type { Actor } from '#shared/lib/actor.ts'
import { networkOf, providerOf } from '../network/network.ts'

/** Who takes turns with others at heavy work: the company that somebody works in, or where they come from. */
export const fairnessKey = ({ companyId }: Pick<Actor, 'companyId'>, ip: string): string =>
  companyId === null ? `place ${networkOf(ip)}` : `company ${companyId}`

/** Whether it is nobody's company, but where somebody comes from. */
export const isAnonymousKey = (whose: string): boolean => whose.startsWith('place ')

/**
 * Those who take turns as one: a company by itself, places with all others of the same provider, of which somebody may
 * have thousands.
 */
export const partyOf = (whose: string): string =>
  isAnonymousKey(whose) ? `place ${providerOf(whose.slice('place '.length))}` : whose
