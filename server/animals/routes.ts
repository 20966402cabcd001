import { animals as calls } from '#shared/animals/contract.ts'
import { wire } from '#shared/lib/casing.ts'
import { register } from '../lib/register.ts'
import { routes } from '../lib/routes.ts'
import { animals } from './table.ts'

export const animalRoutes = routes(calls, register(animals, 'Animal', wire<typeof animals.$inferSelect>))
