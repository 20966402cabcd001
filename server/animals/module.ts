import { animals as calls } from '#shared/animals/contract.ts'
import type { Module } from '../lib/module.ts'
import { animalCount } from './answers.ts'
import { eraseArchivedAnimals } from './jobs.ts'
import { animalFiles } from './photos.ts'
import { animalRoutes, createAnimals } from './routes.ts'

export const animalsModule: Module = {
  routes: animalRoutes,
  many: [[calls.create, createAnimals]],
  jobs: [eraseArchivedAnimals],
  queryProviders: [animalCount],
  fileOwners: animalFiles,
}
