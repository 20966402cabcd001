import { changing, type Permissions } from '../roles/permission.ts'
import { species } from './species.ts'

/** Rights of animals and their groups that a custom role can be given. */
export const permissions = {
  AnimalGroup: { actions: changing, fields: { species }, narrowsCreating: true },
  Animal: { actions: changing, fields: { species }, narrowsCreating: true },
} as const satisfies Permissions
