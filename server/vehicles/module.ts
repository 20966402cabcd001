import { vehicles as calls } from '#shared/vehicles/contract.ts'
import type { Module } from '../lib/module.ts'
import { eraseArchivedVehicles } from './jobs.ts'
import { createVehicles, vehicleRoutes } from './routes.ts'

export const vehiclesModule: Module = {
  routes: vehicleRoutes,
  many: [[calls.create, createVehicles]],
  jobs: [eraseArchivedVehicles],
}
