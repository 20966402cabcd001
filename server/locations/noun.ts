import type { Noun } from '../lib/noun.ts'
import { eraseArchivedLocations } from './jobs.ts'
import { locationRoutes } from './routes.ts'

export const locations: Noun = { routes: locationRoutes, jobs: [eraseArchivedLocations] }
