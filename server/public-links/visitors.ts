/**
 * Visitors of links that open something without an account, and how often they may try
 * (docs/decisions/0014-rate-limits.md).
 */
import { foldCode } from '#shared/lib/folding.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Reach } from '#shared/lib/reach.ts'
import type { Context, Services } from '../lib/context.ts'
import { type Database, inTurn, noTenant } from '../lib/db/pools.ts'
import { networkOf } from '../lib/network/network.ts'
import { anonymous, type IdentifyVisitor, type LinkIsolation } from '../lib/security/identity.ts'
import type { Limit } from '../lib/security/limits.ts'
import { isRight } from '../lib/security/passwordHash.ts'
import { countTries, giveBackTries, type Try } from '../lib/security/tries.ts'

const minute = 60

/** From one network, over all links, so that guessing addresses is counted too. */
const visits: Limit = { name: 'visits by public links', tries: 30, seconds: minute }
/** An inspector turns pages and opens records all day. */
const passVisits: Limit = { name: 'calls by audit passes', tries: 120, seconds: minute }
/** A form may ask for many photos. */
const visitorFiles: Limit = { name: 'files by public links', tries: 60, seconds: minute }

const pins = {
  fromPlace: { name: 'PIN of a public link from a place', tries: 10, seconds: 15 * minute },
  /** Against many networks at once. Anybody with the address can use them up; the PIN is worth more than an hour. */
  ofLink: { name: 'PIN of a public link', tries: 200, seconds: 60 * minute },
} satisfies Record<string, Limit>

/** `reach` is that of the person whose link it is, where it opens something to read. */
type Found = { companyId: number; isTraceless: boolean; reach?: Reach | null }
type Door = (ctx: { db: Database; services: Services }, link: { id: number; token: string }) => Promise<Found>

/**
 * Identifies a visitor of a link: nobody, without rights, in the company whose link it is. A door gives the company of
 * a living link and whether its visitors leave no trace, or throws 404; it is asked before the request is read.
 */
export const visitorsOf =
  (services: Services, doors: Record<LinkIsolation, Door>): IdentifyVisitor =>
  async (isolation, { id, token }, { ip, bringsFile }) => {
    const limit = bringsFile ? visitorFiles : isolation === 'pass' ? passVisits : visits
    // First in memory, for it is not known yet whether this is a reporting channel, of whose visitors nothing is kept.
    const network = services.tracelessLimits.pseudonymOf(ip)
    await services.tracelessLimits.spend(limit, network)
    const wanted = /^[1-9]\d{0,9}$/.test(id) ? Math.min(Number(id), 2_147_483_647) : 0
    const found = await inTurn(services.pools, 'platform', `network ${network}`, noTenant, false, db =>
      doors[isolation]({ db, services }, { id: wanted, token }).catch((error: unknown) => error),
    )
    // A link to a form that opens nothing may have been one to a reporting channel: memory counted it, and no row says
    // who came.
    const isTraceless = found instanceof Error ? isolation === 'link' : (found as Found).isTraceless
    if (!isTraceless) await services.limits.spend(limit, networkOf(ip))
    if (found instanceof Error) throw found
    const { companyId, reach = null } = found as Found
    return { ...anonymous, actor: { ...anonymous.actor, companyId, reach }, isTraceless }
  }

type Pinned = {
  /** Which link it is, among those of all kinds. */
  link: string
  pinHash: string | null
  /** What a visitor without the PIN is told. */
  data: unknown
  /** Nothing may be kept of who came by it: tries are counted in memory. */
  isTraceless?: boolean
}

/**
 * Throws `pin_required` or `wrong_pin` for a visitor without the PIN of a link, in the `prepare` of each call. Only
 * wrong ones count as tries.
 */
export async function requireLinkPin(
  ctx: Pick<Context, 'header' | 'ip' | 'services' | 'actor'>,
  { link, pinHash, data, isTraceless }: Pinned,
): Promise<void> {
  const { header, ip } = ctx
  const pin = header('form-pin')
  const limits = isTraceless ? ctx.services.tracelessLimits : ctx.services.limits
  if (pinHash === null) return
  if (pin === null) throw new Problem('pin_required', { data })
  const counted: Try[] = [
    [pins.fromPlace, `${link} ${networkOf(ip)}`],
    [pins.ofLink, link],
  ]
  const counting = { ...ctx, services: { ...ctx.services, limits } }
  await countTries(counting, ...counted)
  if (!(await isRight(ctx, pinHash, foldCode(pin)))) throw new Problem('wrong_pin', { data })
  await giveBackTries(counting, ...counted)
}
