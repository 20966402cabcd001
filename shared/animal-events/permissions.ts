import { changing, type Permissions } from '../roles/permission.ts'

/** Rights of animal events that a custom role can be given. */
export const permissions = {
  AnimalEvent: { actions: changing, fields: { user_id: 'person' } },
} as const satisfies Permissions
