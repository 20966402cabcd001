/**
 * Which proxies are believed about where a request came from. X-Forwarded-For is read from its end: each hop is passed over while it is
 * a proxy that is believed, and the first other one is the client. What a client wrote there itself stands before that and is never reached.
 */
import proxyAddr from '@fastify/proxy-addr'

/** Whether a hop is believed; the one that holds the connection is number 0. */
export type TrustProxy = (address: string, hop: number) => boolean

const isNear = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal'])
const named = /^(loopback|linklocal|uniquelocal)$|[.:]/

/**
 * What the setting says: false, true for the one proxy that stands directly before tend, on this machine or in its private network, or
 * proxies by their addresses and networks (`10.0.0.0/8, 203.0.113.9`). Throws for anything else, a number of hops included: whoever
 * comes past the proxies would choose the address by sending enough of them.
 */
export function readTrustProxy(setting: string): TrustProxy | false {
  if (/^(false|off|no|0)$/i.test(setting)) return false
  if (/^(true|on|yes|1)$/i.test(setting)) return (address, hop) => hop === 0 && isNear(address, hop)
  const proxies = setting.split(',').map(proxy => proxy.trim())
  const wrong = proxies.find(proxy => !named.test(proxy))
  if (wrong !== undefined) throw new Error(`${wrong} is no address and no network`)
  return proxyAddr.compile(proxies)
}
