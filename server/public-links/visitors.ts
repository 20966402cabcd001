import { inTurn } from '../lib/db/pools.ts'
import { networkOf } from '../lib/http/network.ts'
import { anonymous, type IdentifyVisitor } from '../lib/security/identity.ts'
import type { Services } from '../lib/services.ts'
import { accessVisited } from './queries.ts'
import { visitorFiles, visits } from './tries.ts'

const outside = { companyId: null, userId: null }

/**
 * Whoever comes by the link of a form is nobody, with no rights, in the company whose form it is: all that they reach lies behind its wall.
 * Found out before anything else of the request is read.
 */
export const visitorsOf =
  (services: Services): IdentifyVisitor =>
  async ({ id, token }, { ip, bringsFile }) => {
    await services.limits.spend(bringsFile ? visitorFiles : visits, networkOf(ip))
    const formId = /^[1-9]\d{0,9}$/.test(id) ? Math.min(Number(id), 2_147_483_647) : 0
    const { company } = await inTurn(services.pools, 'platform', `place ${networkOf(ip)}`, outside, false, db =>
      accessVisited({ db, services }, { id: formId, token }),
    )
    return { ...anonymous, actor: { ...anonymous.actor, companyId: company.id } }
  }
