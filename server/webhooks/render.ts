/** Makes payloads: the row of an event as its call answers it to the key, by the same rules and isolation. */
import type { Endpoint } from '#shared/lib/contract.ts'
import { readingCalls } from '#shared/webhooks/payload.ts'
import { type DeliveredType, maxPayload, testEvent } from '#shared/webhooks/rules.ts'
import { type Services, whereRefused } from '../lib/context.ts'
import { answerUnasked } from '../lib/http/pipeline.ts'
import type { ModuleRoutes } from '../lib/http/routes.ts'
import type { Identity } from '../lib/security/identity.ts'
import type { DeliveryRow } from './queries.ts'

export type Render = (services: Services, identity: Identity, delivery: DeliveryRow) => Promise<string | null>

/** A maker of payloads by the calls of these routes; null where the key may not read the row, or it is gone. */
export const renderingBy = (routes: ModuleRoutes): Render => {
  const reading = new Map(
    Object.entries<Endpoint>(readingCalls).map(([type, endpoint]) => {
      const route = routes.find(one => one.endpoint === endpoint)
      if (!route) throw new Error(`No feature answers ${endpoint.path}, which webhooks send.`)
      return [type as DeliveredType, route]
    }),
  )
  return async (services, identity, { type, rowId, companyId, createdAt }) => {
    const timestamp = createdAt.toISOString()
    if (type === testEvent || rowId === null)
      return JSON.stringify({ type, timestamp, company_id: companyId, url: null, data: null })
    const route = reading.get(type)
    if (!route) return null
    const data = await answerUnasked(services, route, identity, { id: rowId }).catch(whereRefused(() => null))
    if (data === null) return null
    const url = services.address(`/api${route.endpoint.path.replace(':id', String(rowId))}`)
    const envelope = { type, timestamp, company_id: companyId, url }
    const body = JSON.stringify({ ...envelope, data })
    return Buffer.byteLength(body) <= maxPayload ? body : JSON.stringify({ ...envelope, data: null })
  }
}
