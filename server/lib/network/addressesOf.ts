/**
 * Addresses of a name that somebody else chose, asked of the name servers by sockets. `dns.lookup` would hold one of
 * the four threads on which files, hashes and pictures wait too, as long as a stranger's name server says nothing.
 */
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

type Settings = {
  hostsFile?: string
  /** Other name servers than those of the machine, for tests. */
  servers?: string[]
  limitMs?: number
}

/** A name server that says nothing is asked once more, and another one of the machine in between. */
const oneTry = { timeout: 1_500, tries: 2 }

/**
 * The addresses that the machine's own file of hosts has for a name, else those of the name servers. Throws where there
 * are none, or nobody says so in time.
 */
export async function addressesOf(
  hostname: string,
  { hostsFile = '/etc/hosts', servers, limitMs = 5_000 }: Settings = {},
): Promise<LookupAddress[]> {
  if (isIP(hostname)) return [asAddress(hostname)]
  const own = (await hostsIn(hostsFile)).get(hostname.toLowerCase())
  if (own) return own
  const resolver = new Resolver(oneTry)
  if (servers) resolver.setServers(servers)
  const limit = setTimeout(() => resolver.cancel(), limitMs)
  try {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    const [refused] = answers
    if (found.length === 0)
      throw refused.status === 'rejected' ? refused.reason : new Error(`${hostname} has no address`)
    return found.map(asAddress)
  } finally {
    clearTimeout(limit)
  }
}

const asAddress = (address: string): LookupAddress => ({ address, family: isIP(address) })

const keptMs = 10_000
const known = new Map<string, { at: number; hosts: Promise<Map<string, LookupAddress[]>> }>()

/** The names of a file of hosts. It is read again after some seconds, because operators change it. */
function hostsIn(path: string): Promise<Map<string, LookupAddress[]>> {
  const kept = known.get(path)
  if (kept && performance.now() - kept.at < keptMs) return kept.hosts
  const hosts = readFile(path, 'utf8').then(namesOf, () => namesOf(''))
  known.set(path, { at: performance.now(), hosts })
  return hosts
}

function namesOf(text: string): Map<string, LookupAddress[]> {
  const hosts = new Map<string, LookupAddress[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = (line.split('#')[0] ?? '').trim().split(/\s+/)
    if (!isIP(address)) continue
    for (const name of names.map(one => one.toLowerCase()))
      hosts.set(name, [...(hosts.get(name) ?? []), asAddress(address)])
  }
  return hosts
}
