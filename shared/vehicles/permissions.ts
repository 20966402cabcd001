import { changing, type Permissions } from '../roles/permission.ts'
import { vehicleTypes } from './vehicleTypes.ts'

/** What a company's own role can be given of vehicles. */
export const permissions = {
  Vehicle: { actions: changing, fields: { type: vehicleTypes }, narrowsCreating: true },
} as const satisfies Permissions
