/** Networks of internet addresses: what counts as one for limits, and what is public. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The network that counts as one for limits: an IPv4 address, or the first half of an IPv6 address, because who has one address of such a
 * network has all of them. An IPv4 address inside an IPv6 one is itself; an absent address is the empty text.
 */
export function networkOf(address: string | undefined): string {
  if (!address || isIP(address) === 0) return address ?? ''
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return parsed.parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')
}

/** The first two groups of a network, or half of an IPv4 address: a provider has all of it, so one party may have many networks. */
export const providerOf = (network: string): string =>
  network.includes(':') ? network.split(':').slice(0, 2).join(':') : network.split('.').slice(0, 2).join('.')

/** Of IPv6, what is given out to anybody, and in it what is kept for protocols; `ipaddr.js` counts the rest as unicast too. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const forProtocols = ipaddr.IPv6.parseCIDR('2001::/23')

/** Whether an address is a public one, and not of this machine, its network or a range with a special use. False for what is no address. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || (parsed.match(globalUnicast) && !parsed.match(forProtocols))
}
