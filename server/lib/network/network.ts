/**
 * Internet addresses: the network that counts as one for limits, which are public, and which proxies are trusted about
 * them.
 */
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/**
 * The network that counts as one for limits: an IPv4 address, or the first half of an IPv6 address, because who has one
 * address of such a network has all of them. An IPv4 address inside an IPv6 one is itself; an absent address is the
 * empty text.
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

/**
 * The first two groups of a network, or half of an IPv4 address: a provider has all of it, so one party may have many
 * networks.
 */
export const providerOf = (network: string): string =>
  network.includes(':') ? network.split(':').slice(0, 2).join(':') : network.split('.').slice(0, 2).join('.')

/**
 * Of IPv6, what is given out to anybody, and in it what is kept for protocols; `ipaddr.js` counts the rest as unicast
 * too.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const forProtocols = ipaddr.IPv6.parseCIDR('2001::/23')

/**
 * Tells whether an address is public, and not of this machine, its network or a range with a special use. False for
 * anything that is no address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || (parsed.match(globalUnicast) && !parsed.match(forProtocols))
}

/**
 * Whether a hop is trusted; the one that holds the connection is number 0. X-Forwarded-For is read from its end:
 * trusted proxies are passed over, and the first other address is the client. What a client wrote there itself comes
 * before that and is never reached.
 */
export type TrustProxy = (address: string, hop: number) => boolean

/** Whom the settings trust at each moment. */
export const trustOf =
  (config: { trustProxy: TrustProxy | false }): TrustProxy =>
  (address, hop) =>
    config.trustProxy !== false && config.trustProxy(address, hop)

const isNear = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal'])
const named = /^(loopback|linklocal|uniquelocal)$|[.:]/

/**
 * Reads the setting: false, true for the one proxy directly before tend, on this machine or in its private network, or
 * proxies by their addresses and networks (`10.0.0.0/8, 203.0.113.9`). Throws for anything else. A number of hops is
 * refused too: a client that reaches tend past the proxies would choose its address by sending enough of them.
 */
export function readTrustProxy(setting: string): TrustProxy | false {
  if (/^(false|off|no|0)$/i.test(setting)) return false
  if (/^(true|on|yes|1)$/i.test(setting)) return (address, hop) => hop === 0 && isNear(address, hop)
  const proxies = setting.split(',').map(proxy => proxy.trim())
  const wrong = proxies.find(proxy => !named.test(proxy))
  if (wrong !== undefined) throw new Error(`${wrong} is no address and no network`)
  return proxyAddr.compile(proxies)
}
