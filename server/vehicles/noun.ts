import { vehicles as calls } from '#shared/vehicles/contract.ts'
import type { Noun } from '../lib/noun.ts'
import { eraseArchivedVehicles } from './jobs.ts'
import { createVehicles, vehicleRoutes } from './routes.ts'

export const vehicles: Noun = {
  routes: vehicleRoutes,
  many: [[calls.create, createVehicles]],
  jobs: [eraseArchivedVehicles],
}
