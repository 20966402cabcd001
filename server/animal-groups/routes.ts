import { animalGroups as calls } from '#shared/animal-groups/contract.ts'
import { routes } from '../lib/http/routes.ts'
import { subjectRegister } from '../subjects/commands.ts'
import { presentSubject } from '../subjects/queries.ts'
import { animalGroups } from './table.ts'

export const animalGroupRoutes = routes(
  calls,
  subjectRegister('animal_group', animalGroups, 'AnimalGroup', presentSubject<typeof animalGroups.$inferSelect>),
)
