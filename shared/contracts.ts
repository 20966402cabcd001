/** All calls of tend by noun: what the server serves, the browser calls and /api/openapi.json describes. */
import { animalGroups } from './animal-groups/contract.ts'
import { animals } from './animals/contract.ts'
import { auth } from './auth/contract.ts'
import { companies } from './companies/contract.ts'
import { forms } from './forms/contract.ts'
import { invites } from './invites/contract.ts'
import { locations } from './locations/contract.ts'
import { plans } from './plans/contract.ts'
import { roles } from './roles/contract.ts'
import { submissions } from './submissions/contract.ts'
import { system } from './system/contract.ts'
import { tasks } from './tasks/contract.ts'

export const contracts = {
  auth,
  system,
  companies,
  invites,
  roles,
  plans,
  locations,
  animalGroups,
  animals,
  forms,
  submissions,
  tasks,
}
