import type { Noun } from '../lib/noun.ts'
import { eraseArchivedAnimalGroups } from './jobs.ts'
import { animalGroupRoutes } from './routes.ts'

export const animalGroups: Noun = { routes: animalGroupRoutes, jobs: [eraseArchivedAnimalGroups] }
