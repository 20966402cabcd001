import type { Module } from '../lib/module.ts'
import { erasePutAwayPlans, eraseStruckOutEntries, openMaintenanceTasks } from './jobs.ts'
import { vehicleLogListeners } from './listeners.ts'
import { vehicleLogRoutes } from './routes.ts'

export const vehicleLogModule: Module = {
  routes: vehicleLogRoutes,
  jobs: [eraseStruckOutEntries, erasePutAwayPlans, openMaintenanceTasks],
  listeners: vehicleLogListeners,
}
