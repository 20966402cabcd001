import { changing, type Permissions } from '../roles/permission.ts'

/** What a company's own role can be given of vehicles' logs. */
export const permissions = {
  VehicleEntry: { actions: changing, fields: { user_id: 'person' } },
} as const satisfies Permissions
