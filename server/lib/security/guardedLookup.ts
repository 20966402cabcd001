import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { addressesOf } from '../network/addressesOf.ts'

type Settings = {
  isAllowed: (address: string) => boolean
  /** Message or error for a name that leads elsewhere. */
  refusal: (hostname: string) => string | Error
  /**
   * Whether the operator of this tend chose the name: then it is looked up in all ways that the machine knows, which
   * holds a thread. A stranger's name is only looked for in the file of hosts and asked of the name servers.
   */
  isOwn?: boolean | undefined
  /** Where every name leads, for tests. */
  standIn?: string | undefined
}

/**
 * Looks names up for connections that lead out of here: all addresses of the name must be allowed, and the connection
 * goes to the very one that was looked at. Asked twice, a name may answer otherwise.
 */
export const guardedLookup =
  ({ isAllowed, refusal, isOwn, standIn }: Settings): LookupFunction =>
  (hostname, options, callback) => {
    const answer = (all: LookupAddress[]) => {
      const { family } = options
      const addresses = family === 4 || family === 6 ? all.filter(one => one.family === family) : all
      const [first] = addresses
      if (!first || !all.every(({ address }) => isAllowed(address))) return callback(errorOf(refusal(hostname)), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    }
    const name = standIn ?? hostname
    if (isOwn) lookup(name, { ...options, all: true }, (error, all) => (error ? callback(error, '') : answer(all)))
    else addressesOf(name).then(answer, error => callback(error, ''))
  }

const errorOf = (refusal: string | Error): Error => (refusal instanceof Error ? refusal : new Error(refusal))
