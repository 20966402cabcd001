import type { Module } from '../lib/module.ts'
import { eraseArchivedAnimalGroups } from './jobs.ts'
import { animalGroupRoutes } from './routes.ts'

export const animalGroupsModule: Module = { routes: animalGroupRoutes, jobs: [eraseArchivedAnimalGroups] }
