import { animalGroups as calls } from '#shared/animal-groups/contract.ts'
import { wire } from '#shared/lib/casing.ts'
import { register } from '../lib/register.ts'
import { routes } from '../lib/routes.ts'
import { animalGroups } from './table.ts'

export const animalGroupRoutes = routes(
  calls,
  register(animalGroups, 'AnimalGroup', wire<typeof animalGroups.$inferSelect>),
)
