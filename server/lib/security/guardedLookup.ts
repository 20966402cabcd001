import { lookup as resolve } from 'node:dns'
import type { LookupFunction } from 'node:net'

type Settings = {
  isAllowed: (address: string) => boolean
  /** Message or error for a name that leads elsewhere. */
  refusal: (hostname: string) => string | Error
  /** Where every name leads, for tests. */
  standIn?: string | undefined
}

/**
 * Looks names up for connections that lead out of here: all addresses of the name must be allowed, and the connection
 * goes to the very one that was looked at. Asked twice, a name may answer otherwise.
 */
export const guardedLookup =
  ({ isAllowed, refusal, standIn }: Settings): LookupFunction =>
  (hostname, options, callback) =>
    resolve(standIn ?? hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isAllowed(address)))
        return callback(errorOf(refusal(hostname)), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })

const errorOf = (refusal: string | Error): Error => (refusal instanceof Error ? refusal : new Error(refusal))
