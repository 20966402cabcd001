import type { Noun } from '../lib/noun.ts'
import { eraseArchivedVehicles } from './jobs.ts'
import { vehicleRoutes } from './routes.ts'

export const vehicles: Noun = { routes: vehicleRoutes, jobs: [eraseArchivedVehicles] }
