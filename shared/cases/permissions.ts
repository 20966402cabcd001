import type { Permissions } from '../roles/permission.ts'

/** The right to read and handle cases. No rank includes it. */
export const permissions = {
  Case: { actions: ['read', 'update'], fields: {} },
} as const satisfies Permissions
