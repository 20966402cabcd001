import type { Noun } from '../lib/noun.ts'
import { eraseArchivedEvents } from './jobs.ts'
import { animalEventRoutes } from './routes.ts'

export const animalEvents: Noun = {
  routes: animalEventRoutes,
  jobs: [eraseArchivedEvents],
}
