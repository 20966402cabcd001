import type { Noun } from '../lib/noun.ts'
import { eraseStruckOutEntries, openMaintenanceTasks } from './jobs.ts'
import { vehicleLogListeners } from './listeners.ts'
import { vehicleLogRoutes } from './routes.ts'

export const vehicleLog: Noun = {
  routes: vehicleLogRoutes,
  jobs: [eraseStruckOutEntries, openMaintenanceTasks],
  listeners: vehicleLogListeners,
}
