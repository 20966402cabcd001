import { locations as calls } from '#shared/locations/contract.ts'
import { paperOf } from '../documents/questions.ts'
import type { Module } from '../lib/module.ts'
import { eraseArchivedLocations } from './jobs.ts'
import { paperOfPlaces } from './labelSheet.ts'
import { createLocations, locationRoutes } from './routes.ts'

export const locationsModule: Module = {
  routes: locationRoutes,
  many: [[calls.create, createLocations]],
  jobs: [eraseArchivedLocations],
  queryProviders: [paperOf.providedBy(paperOfPlaces)],
}
