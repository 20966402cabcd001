import { inTurn } from '../lib/db/pools.ts'
import { networkOf } from '../lib/http/network.ts'
import { anonymous, type IdentifyVisitor } from '../lib/security/identity.ts'
import type { Services } from '../lib/services.ts'
import { accessVisited, type VisitedLink } from './queries.ts'
import { visitorFiles, visits } from './tries.ts'

const outside = { companyId: null, userId: null }

/**
 * Whoever comes by the link of a form is nobody, with no rights, in the company whose form it is: all that they reach lies behind its wall.
 * Found out before anything else of the request is read.
 */
export const visitorsOf =
  (services: Services): IdentifyVisitor =>
  async ({ id, token }, { ip, bringsFile }) => {
    const limit = bringsFile ? visitorFiles : visits
    // First in memory, for it is not known yet whether this is a reporting channel, of whose visitors nothing is kept.
    const place = services.tracelessLimits.placeOf(ip)
    await services.tracelessLimits.spend(limit, place)
    const formId = /^[1-9]\d{0,9}$/.test(id) ? Math.min(Number(id), 2_147_483_647) : 0
    const found = await inTurn(services.pools, 'platform', `place ${place}`, outside, false, db =>
      accessVisited({ db, services }, { id: formId, token }).catch((error: unknown) => error),
    )
    const isChannel = !(found instanceof Error) && (found as VisitedLink).form.isChannel
    if (!isChannel) await services.limits.spend(limit, networkOf(ip))
    if (found instanceof Error) throw found
    const { company } = found as VisitedLink
    return { ...anonymous, actor: { ...anonymous.actor, companyId: company.id } }
  }
