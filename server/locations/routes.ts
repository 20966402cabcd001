import { locations as calls } from '#shared/locations/contract.ts'
import { routes } from '../lib/routes.ts'
import { subjectRegister } from '../subjects/commands.ts'
import { presentSubject } from '../subjects/queries.ts'
import { locations } from './table.ts'

export const locationRoutes = routes(
  calls,
  subjectRegister('location', locations, 'Location', presentSubject<typeof locations.$inferSelect>),
)
