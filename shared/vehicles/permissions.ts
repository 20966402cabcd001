import { changing, type Permissions } from '../roles/permission.ts'
import { vehicleTypes } from './vehicleTypes.ts'

/** Rights of vehicles that a custom role can be given. */
export const permissions = {
  Vehicle: { actions: changing, fields: { type: vehicleTypes }, narrowsCreating: true },
} as const satisfies Permissions
