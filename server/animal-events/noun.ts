import { erasing } from '../lib/jobs/erasing.ts'
import type { Noun } from '../lib/noun.ts'
import { animalEventRoutes } from './routes.ts'
import { animalEvents as events } from './table.ts'

export const animalEvents: Noun = {
  routes: animalEventRoutes,
  // What was struck out is kept as long as anything that was archived.
  jobs: [erasing('animal-events', events)],
}
