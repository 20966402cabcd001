import { changing, type Permissions } from '../roles/permission.ts'
import { locationTypes } from './locationTypes.ts'

/** Rights of locations that a custom role can be given. */
export const permissions = {
  Location: { actions: changing, fields: { type: locationTypes }, narrowsCreating: true },
} as const satisfies Permissions
