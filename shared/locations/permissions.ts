import { changing, type Permissions } from '../roles/permission.ts'
import { locationTypes } from './locationTypes.ts'

/** What a company's own role can be given of places. */
export const permissions = {
  Location: { actions: changing, fields: { type: locationTypes }, narrowsCreating: true },
} as const satisfies Permissions
