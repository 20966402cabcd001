import { changing, type Permissions } from '../roles/permission.ts'

/** Rights of vehicle logs that a custom role can be given. */
export const permissions = {
  VehicleEntry: { actions: changing, fields: { user_id: 'person' } },
} as const satisfies Permissions
