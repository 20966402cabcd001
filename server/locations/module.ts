import { and, eq, notInArray } from 'drizzle-orm'
import { locations as calls, mapPicture as pictureCalls, placeTree as treeCalls } from '#shared/locations/contract.ts'
import { pdfSourceOf } from '../documents/ports.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { erasing } from '../lib/jobs/erasing.ts'
import { accessRow } from '../lib/registers/register.ts'
import type { Module } from '../module.ts'
import { subjectRegister } from '../subjects/commands.ts'
import { presentSubject } from '../subjects/queries.ts'
import { subjectStatuses } from '../subjects/table.ts'
import { locationsPdfSource, placeLabels } from './labelSheet.ts'
import { getMapPicture, mapPictureFiles, removeMapPicture, setMapPicture } from './mapPicture.ts'
import {
  listSites,
  isLookedAfter as placesLookedAfter,
  type Responsible,
  requireNoCircle,
  requireResponsible,
  treeOf,
  within,
} from './queries.ts'
import { locationIsolation, locations } from './table.ts'

const present = presentSubject<typeof locations.$inferSelect>
const handlers = subjectRegister('location', locations, 'Location', present)

/** Many at once, as the call makes one. */
async function createLocations(drafts: Responsible[], ctx: Context) {
  const alsoResponsibleIds = drafts.flatMap(draft => [draft.responsibleId ?? [], draft.alsoResponsibleIds ?? []].flat())
  await requireResponsible(ctx.db, companyOf(ctx), { alsoResponsibleIds })
  return handlers.createMany(drafts, ctx)
}

/** Lists locations. */
export const getLocations: Handler<typeof calls.list> = async ({ outside, isLookedAfter, ...query }, ctx) => {
  if (outside === undefined && !isLookedAfter) return handlers.list(query, ctx)
  const companyId = companyOf(ctx)
  const narrowed = [eq(locations.companyId, companyId)]
  if (outside !== undefined) narrowed.push(notInArray(locations.id, await within(ctx.db, companyId, outside)))
  if (isLookedAfter) narrowed.push(await placesLookedAfter(ctx.db, companyId))
  return handlers.list(query, ctx, and(...narrowed))
}

/** Adds a location. */
export const createLocation: Handler<typeof calls.create> = async (draft, ctx) => {
  await requireResponsible(ctx.db, companyOf(ctx), draft)
  return handlers.create(draft, ctx)
}

/** Changes a location. */
export const updateLocation: Handler<typeof calls.update> = async (changes, ctx) => {
  const place = await accessRow(ctx, locations, 'Location', changes.id, 'update')
  await requireResponsible(ctx.db, place.companyId, changes, place)
  await requireNoCircle(ctx, place, changes.parentId)
  return handlers.update(changes, ctx)
}

/** Returns the locations as a tree, with the number of animals on each. */
export const getLocationTree: Handler<typeof treeCalls.tree> = async ({ inside }, ctx) => treeOf(ctx, inside)

/** Returns the sites, between which a reader chooses what they look at. */
export const getSites: Handler<typeof treeCalls.sites> = async (_, ctx) => listSites(ctx)

/** Prints labels of places. */
export const getLabelSheet: Handler<typeof treeCalls.labelSheet> = async ({ ids }, ctx) =>
  placeLabels(ctx, ids.split(',').map(Number))

const locationRoutes = [
  ...routes(calls, {
    ...handlers,
    list: getLocations,
    create: createLocation,
    update: updateLocation,
  }),
  ...routes(pictureCalls, { get: getMapPicture, set: setMapPicture, remove: removeMapPicture }),
  ...routes(treeCalls, {
    tree: getLocationTree,
    sites: getSites,
    labelSheet: getLabelSheet,
  }),
]

export const eraseArchivedLocations = erasing('locations', locations, [
  { table: subjectStatuses, of: subjectStatuses.locationId },
])

export const locationsModule: Module = {
  isolation: locationIsolation,
  routes: locationRoutes,
  incremental: [
    { call: calls.list, table: locations },
    { call: calls.statuses, table: subjectStatuses, of: 'locationId' },
  ],
  many: [[calls.create, createLocations]],
  jobs: [eraseArchivedLocations],
  queryProviders: [pdfSourceOf.providedBy(locationsPdfSource)],
  fileOwners: mapPictureFiles,
}
