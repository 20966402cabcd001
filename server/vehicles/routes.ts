import { vehicles as calls } from '#shared/vehicles/contract.ts'
import { routes } from '../lib/http/routes.ts'
import { subjectRegister } from '../subjects/commands.ts'
import { presentSubject } from '../subjects/queries.ts'
import { vehicles } from './table.ts'

export const vehicleRoutes = routes(
  calls,
  subjectRegister('vehicle', vehicles, 'Vehicle', presentSubject<typeof vehicles.$inferSelect>),
)
