import type { Permissions } from '../roles/permission.ts'

/** What a company's own role can be given of members. */
export const permissions = {
  Member: { actions: ['read'], fields: {} },
} as const satisfies Permissions
