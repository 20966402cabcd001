import type { Noun } from '../lib/noun.ts'
import { animalCount } from './answers.ts'
import { eraseArchivedAnimals } from './jobs.ts'
import { animalFiles } from './photos.ts'
import { animalRoutes } from './routes.ts'

export const animals: Noun = {
  routes: animalRoutes,
  jobs: [eraseArchivedAnimals],
  answers: [animalCount],
  fileOwners: animalFiles,
}
