/**
 * How often strangers may knock at the links that open something without an account
 * (docs/decisions/0014-rate-limits.md).
 */
import { foldedCode } from '#shared/lib/folding.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../context.ts'
import { networkOf } from '../network/network.ts'
import type { Limit } from './limits.ts'
import { isRight } from './passwordHash.ts'
import { countTries, giveBackTries, type Try } from './tries.ts'

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

type Pinned = {
  /** Which link it is, among those of all kinds. */
  link: string
  pinHash: string | null
  /** What whoever has no PIN is told. */
  data: unknown
  /** Nothing may be kept of who came by it: tries are counted in memory. */
  isTraceless?: boolean
}

/** Throws `pin_required` or `wrong_pin` for whoever does not have the PIN of a link. Only wrong ones count as tries. */
export async function requireLinkPin(
  ctx: Pick<Context, 'formPin' | 'ip' | 'services' | 'preparation' | 'actor'>,
  { link, pinHash, data, isTraceless }: Pinned,
): Promise<void> {
  const { formPin, ip } = ctx
  const limits = isTraceless ? ctx.services.tracelessLimits : ctx.services.limits
  if (pinHash === null) return
  if (formPin === null) throw new Problem('pin_required', { data })
  const counted: Try[] = [
    [pins.fromPlace, `${link} ${networkOf(ip)}`],
    [pins.ofLink, link],
  ]
  const counting = { ...ctx, services: { ...ctx.services, limits } }
  await countTries(counting, ...counted)
  if (!(await isRight(ctx, pinHash, foldedCode(formPin)))) throw new Problem('wrong_pin', { data })
  await giveBackTries(counting, ...counted)
}

/**
 * Copies that visitors ask for by mail. The address is theirs to type, so nobody gets more than a few, whoever asks,
 * and no door sends many (docs/decisions/0037-doors-for-strangers.md).
 */
export const copies = {
  toAddress: { name: 'copies of public forms to an address', tries: 3, seconds: 24 * 60 * minute },
  fromPlace: { name: 'copies of public forms from a place', tries: 10, seconds: 60 * minute },
  ofLink: { name: 'copies of public forms by a link', tries: 200, seconds: 24 * 60 * minute },
} satisfies Record<string, Limit>
