import { wire } from '#shared/lib/casing.ts'
import { locations as calls } from '#shared/locations/contract.ts'
import { register } from '../lib/register.ts'
import { routes } from '../lib/routes.ts'
import { locations } from './table.ts'

export const locationRoutes = routes(calls, register(locations, 'Location', wire<typeof locations.$inferSelect>))
