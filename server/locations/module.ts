import { and, eq, notInArray } from 'drizzle-orm'
import { locations as calls, placeTree as treeCalls } from '#shared/locations/contract.ts'
import { paperOf } from '../documents/ports.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { routes } from '../lib/http/routes.ts'
import { erasing } from '../lib/jobs/erasing.ts'
import { accessRow } from '../lib/registers/register.ts'
import type { Module } from '../module.ts'
import { subjectRegister } from '../subjects/commands.ts'
import { presentSubject } from '../subjects/queries.ts'
import { subjectStatuses } from '../subjects/table.ts'
import { paperOfPlaces, placeLabels } from './labelSheet.ts'
import {
  isLookedAfter as placesLookedAfter,
  type Responsible,
  requireNoCircle,
  requireResponsible,
  treeOf,
  within,
} from './queries.ts'
import { locations } from './table.ts'

const present = presentSubject<typeof locations.$inferSelect>
const handlers = subjectRegister('location', locations, 'Location', present)

/** Many at once, as the call makes one. */
async function createLocations(drafts: Responsible[], ctx: Context) {
  const alsoResponsibleIds = drafts.flatMap(draft => [draft.responsibleId ?? [], draft.alsoResponsibleIds ?? []].flat())
  await requireResponsible(ctx.db, companyOf(ctx), { alsoResponsibleIds })
  return handlers.createMany(drafts, ctx)
}

const locationRoutes = [
  ...routes(calls, {
    ...handlers,
    list: async ({ outside, isLookedAfter, ...query }, ctx) => {
      if (outside === undefined && !isLookedAfter) return handlers.list(query, ctx)
      const companyId = companyOf(ctx)
      const narrowed = [eq(locations.companyId, companyId)]
      if (outside !== undefined) narrowed.push(notInArray(locations.id, await within(ctx.db, companyId, outside)))
      if (isLookedAfter) narrowed.push(await placesLookedAfter(ctx.db, companyId))
      return handlers.list(query, ctx, and(...narrowed))
    },
    create: async (draft, ctx) => {
      await requireResponsible(ctx.db, companyOf(ctx), draft)
      return handlers.create(draft, ctx)
    },
    update: async (changes, ctx) => {
      const place = await accessRow(ctx, locations, 'Location', changes.id, 'update')
      await requireResponsible(ctx.db, place.companyId, changes, place)
      await requireNoCircle(ctx, place, changes.parentId)
      return handlers.update(changes, ctx)
    },
  }),
  ...routes(treeCalls, {
    tree: async ({ inside }, ctx) => treeOf(ctx, inside),
    labelSheet: async ({ ids }, ctx) => placeLabels(ctx, ids.split(',').map(Number)),
  }),
]

export const eraseArchivedLocations = erasing('locations', locations, [
  { table: subjectStatuses, of: subjectStatuses.locationId },
])

export const locationsModule: Module = {
  routes: locationRoutes,
  many: [[calls.create, createLocations]],
  jobs: [eraseArchivedLocations],
  queryProviders: [paperOf.providedBy(paperOfPlaces)],
}
