import type { Permissions } from '../roles/permission.ts'

/** The case right: to read cases, and to handle them. No manager has it by their rank. */
export const permissions = {
  Case: { actions: ['read', 'update'], fields: {} },
} as const satisfies Permissions
