/** How often things of sign-in may be tried. Only tries that failed count: a good one is given back. */
import type { Context } from '../lib/context.ts'
import { networkOf } from '../lib/http/network.ts'
import type { Limit } from '../lib/security/limits.ts'
import type { Try } from '../lib/security/tries.ts'

const minutes = 60
const hour = 60 * minutes

/** For an account, by all devices together on which nobody signed in to it before. */
const ofStrangers: Limit = { name: 'sign-in of strangers', tries: 10, seconds: 5 * minutes }
/** For a device on which its owner signed in before. */
const ofDevice: Limit = { name: 'sign-in of a device', tries: 10, seconds: 5 * minutes }
/** For one internet address, over all accounts: against one password tried on many. */
const ofAddress: Limit = { name: 'sign-in of an address', tries: 300, seconds: 5 * minutes }

/** Tries at somebody's password, by e-mail address: also for addresses that nobody has. */
export const signInTries = (ctx: Context, email: string, knownDeviceId: number | null): Try[] =>
  knownDeviceId === null
    ? [
        [ofStrangers, email],
        [ofAddress, networkOf(ctx.ip)],
      ]
    : [[ofDevice, String(knownDeviceId)]]

/** Tries at the own password or second factor, in a session or with the password already right. */
export const ownTries = (what: 'password' | 'code', userId: number): Try => [
  { name: `own ${what}`, tries: 10, seconds: 5 * minutes },
  String(userId),
]

/** Registering tells whether an address is taken, so it is limited by where one comes from and by the address itself. */
export const registerTries = {
  byPlace: { name: 'register from a place', tries: 5, seconds: hour },
  byEmail: { name: 'register an address', tries: 5, seconds: hour },
} satisfies Record<string, Limit>

export const mailTries = {
  /** Mails with a link that one address gets; more are not sent, and nobody is told. */
  forgotten: { name: 'forgotten password', tries: 5, seconds: hour },
  forgottenFromPlace: { name: 'forgotten passwords from a place', tries: 100, seconds: hour },
  /** The mail to whoever is kept out because somebody else guesses. */
  letIn: { name: 'let in', tries: 1, seconds: hour },
  /** Mails that somebody signed in asks for. */
  own: { name: 'own mails', tries: 5, seconds: hour },
} satisfies Record<string, Limit>

export const guestTries: Limit = { name: 'guest login', tries: 30, seconds: hour }
