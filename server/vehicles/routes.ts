import { wire } from '#shared/lib/casing.ts'
import { vehicles as calls } from '#shared/vehicles/contract.ts'
import { register } from '../lib/register.ts'
import { routes } from '../lib/routes.ts'
import { vehicles } from './table.ts'

export const vehicleRoutes = routes(
  calls,
  register(vehicles, 'Vehicle', wire<typeof vehicles.$inferSelect>, [vehicles.plate]),
)
