import { paperOf } from '../documents/questions.ts'
import type { Noun } from '../lib/noun.ts'
import { eraseArchivedLocations } from './jobs.ts'
import { paperOfPlaces } from './labelSheet.ts'
import { locationRoutes } from './routes.ts'

export const locations: Noun = {
  routes: locationRoutes,
  jobs: [eraseArchivedLocations],
  answers: [paperOf.answeredBy(paperOfPlaces)],
}
