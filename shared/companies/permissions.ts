import type { Permissions } from '../roles/permission.ts'

/** Rights of members that a custom role can be given. */
export const permissions = {
  Member: { actions: ['read'], fields: {} },
} as const satisfies Permissions
