import type { Module } from '../lib/module.ts'
import { eraseArchivedEvents } from './jobs.ts'
import { animalEventRoutes } from './routes.ts'

export const animalEventsModule: Module = {
  routes: animalEventRoutes,
  jobs: [eraseArchivedEvents],
}
