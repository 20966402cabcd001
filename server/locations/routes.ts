import { and, eq, notInArray } from 'drizzle-orm'
import { locations as calls } from '#shared/locations/contract.ts'
import { companyOf } from '../lib/context.ts'
import { routes } from '../lib/http/routes.ts'
import { accessRow } from '../lib/registers/register.ts'
import { subjectRegister } from '../subjects/commands.ts'
import { presentSubject } from '../subjects/queries.ts'
import { requireNoCircle, within } from './nesting.ts'
import { locations } from './table.ts'

const handlers = subjectRegister('location', locations, 'Location', presentSubject<typeof locations.$inferSelect>)

export const locationRoutes = routes(calls, {
  ...handlers,
  list: async ({ outside, ...query }, ctx) => {
    if (outside === undefined) return handlers.list(query, ctx)
    const companyId = companyOf(ctx)
    const inside = await within(ctx.db, companyId, outside)
    return handlers.list(query, ctx, and(eq(locations.companyId, companyId), notInArray(locations.id, inside)))
  },
  update: async (changes, ctx) => {
    const place = await accessRow(ctx, locations, 'Location', changes.id, 'update')
    await requireNoCircle(ctx, place, changes.parentId)
    return handlers.update(changes, ctx)
  },
})
