/** How often strangers may knock (docs/decisions/0014-how-often-one-may-try.md). */
import type { Limit } from '../lib/security/limits.ts'

const minute = 60

/** From one place, over all links: whoever guesses addresses is counted too. */
export const visits: Limit = { name: 'visits by public links', tries: 30, seconds: minute }
/** A form may ask for many photos. */
export const visitorFiles: Limit = { name: 'files by public links', tries: 60, seconds: minute }

export const pins = {
  fromPlace: { name: 'PIN of a public link from a place', tries: 10, seconds: 15 * minute },
  /** Against many places at once. Whoever knows the address can use them up; the PIN is worth more than an hour. */
  ofLink: { name: 'PIN of a public link', tries: 200, seconds: 60 * minute },
} satisfies Record<string, Limit>
