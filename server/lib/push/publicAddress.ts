/** Whether an address of the network is somebody's out there, and not of this machine or of what stands around it. */
import { BlockList, isIP } from 'node:net'

const own = new BlockList()
for (const [network, bits] of [
  ...[['0.0.0.0', 8] as const, ['10.0.0.0', 8] as const, ['100.64.0.0', 10] as const, ['127.0.0.0', 8] as const],
  ...[['169.254.0.0', 16] as const, ['172.16.0.0', 12] as const, ['192.0.0.0', 24] as const],
  ...[['192.0.2.0', 24] as const, ['192.88.99.0', 24] as const, ['192.168.0.0', 16] as const],
  ...[['198.18.0.0', 15] as const, ['198.51.100.0', 24] as const, ['203.0.113.0', 24] as const],
  ...[['224.0.0.0', 4] as const, ['240.0.0.0', 4] as const],
])
  own.addSubnet(network, bits, 'ipv4')

/** Of IPv6 what is given out to anybody, but for examples and what has an IPv4 address packed in it. */
const given = new BlockList()
given.addSubnet('2000::', 3, 'ipv6')
const packed = new BlockList()
for (const [network, bits] of [['2001::', 23] as const, ['2001:db8::', 32] as const, ['2002::', 16] as const])
  packed.addSubnet(network, bits, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !own.check(address, 'ipv4')
  return family === 6 && given.check(address, 'ipv6') && !packed.check(address, 'ipv6')
}
