import { isIPv6 } from 'node:net'

/** What is counted as one place: an IPv4 address, or the first half of an IPv6 address, for whoever has one of a network has all of it. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*/, '')
  if (!isIPv6(plain)) return plain
  const [before = [], after = []] = plain.split('::').map(part => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const half = [...before, ...zeros, ...after].slice(0, 4)
  return half.map(group => Number.parseInt(group, 16).toString(16)).join(':')
}
