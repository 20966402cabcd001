import { locations as calls } from '#shared/locations/contract.ts'
import { paperOf } from '../documents/questions.ts'
import type { Noun } from '../lib/noun.ts'
import { eraseArchivedLocations } from './jobs.ts'
import { paperOfPlaces } from './labelSheet.ts'
import { createLocations, locationRoutes } from './routes.ts'

export const locations: Noun = {
  routes: locationRoutes,
  many: [[calls.create, createLocations]],
  jobs: [eraseArchivedLocations],
  answers: [paperOf.answeredBy(paperOfPlaces)],
}
