import { isIPv6 } from 'node:net'

/**
 * What is counted as one place: an IPv4 address, or the first half of an IPv6 address, for whoever has one of a network has all of it. Who hung
 * up before their request was read comes from nowhere.
 */
export function networkOf(address: string | undefined): string {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*/, '')
  if (!isIPv6(plain)) return plain
  const [before = [], after = []] = plain.split('::').map(part => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const half = [...before, ...zeros, ...after].slice(0, 4)
  return half.map(group => Number.parseInt(group, 16).toString(16)).join(':')
}

/**
 * Places that one party may have many of: the first two groups of an IPv6 network, which a provider is given as a whole, and the first half of an
 * IPv4 address.
 */
export const providerOf = (network: string): string =>
  network.includes(':') ? network.split(':').slice(0, 2).join(':') : network.split('.').slice(0, 2).join('.')
