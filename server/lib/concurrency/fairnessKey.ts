import type { Actor } from '#shared/lib/actor.ts'
import { networkOf, providerOf } from '../network/network.ts'

/** Key of who takes turns with others: the company that somebody works in, or the network that they come from. */
export const fairnessKey = ({ companyId }: Pick<Actor, 'companyId'>, ip: string): string =>
  companyId === null ? `network ${networkOf(ip)}` : `company ${companyId}`

/** Tells whether a key is of a network and not of a company. */
export const isAnonymousKey = (key: string): boolean => key.startsWith('network ')

/**
 * Key of those who take turns as one: a company by itself, a network with all others of its provider, of which somebody
 * may have thousands.
 */
export const partyOf = (key: string): string =>
  isAnonymousKey(key) ? `network ${providerOf(key.slice('network '.length))}` : key
