import { type Database, inTurn } from '../db/pools.ts'
import { networkOf } from '../network/network.ts'
import type { Services } from '../services.ts'
import { anonymous, type IdentifyVisitor, type LinkWall } from './identity.ts'
import { visitorFiles, visits } from './linkTries.ts'

const outside = { companyId: null, userId: null }

type Found = { companyId: number; isTraceless: boolean }
type Door = (ctx: { db: Database; services: Services }, link: { id: number; token: string }) => Promise<Found>

/**
 * Whoever comes by a link is nobody, with no rights, in the company whose link it is: all that they reach lies behind
 * its wall. Found out before anything else of the request is read. A door says the company of a living link, and
 * whether nothing may be kept of who came by it; or throws 404.
 */
export const visitorsOf =
  (services: Services, doors: Record<LinkWall, Door>): IdentifyVisitor =>
  async (wall, { id, token }, { ip, bringsFile }) => {
    const limit = bringsFile ? visitorFiles : visits
    // First in memory, for it is not known yet whether this is a reporting channel, of whose visitors nothing is kept.
    const place = services.tracelessLimits.placeOf(ip)
    await services.tracelessLimits.spend(limit, place)
    const wanted = /^[1-9]\d{0,9}$/.test(id) ? Math.min(Number(id), 2_147_483_647) : 0
    const found = await inTurn(services.pools, 'platform', `place ${place}`, outside, false, db =>
      doors[wall]({ db, services }, { id: wanted, token }).catch((error: unknown) => error),
    )
    // A link to a form that opens nothing may have been one to a reporting channel: memory counted it, and no row says
    // who came.
    const isTraceless = found instanceof Error ? wall === 'link' : (found as Found).isTraceless
    if (!isTraceless) await services.limits.spend(limit, networkOf(ip))
    if (found instanceof Error) throw found
    return { ...anonymous, actor: { ...anonymous.actor, companyId: (found as Found).companyId }, isTraceless }
  }
