import type { Permissions } from '../roles/permission.ts'

/** Rights of findings that a custom role can be given; changing one means closing it. */
export const permissions = {
  Finding: { actions: ['read', 'update'], fields: { user_id: 'person' } },
} as const satisfies Permissions
