import { changing, type Permissions } from '../roles/permission.ts'
import { species } from './species.ts'

/** What a company's own role can be given of animals and their groups. */
export const permissions = {
  AnimalGroup: { actions: changing, fields: { species }, narrowsCreating: true },
  Animal: { actions: changing, fields: { species }, narrowsCreating: true },
} as const satisfies Permissions
