import { changing, type Permissions } from '../roles/permission.ts'

/** What a company's own role can be given of what happens to animals. */
export const permissions = {
  AnimalEvent: { actions: changing, fields: { user_id: 'person' } },
} as const satisfies Permissions
