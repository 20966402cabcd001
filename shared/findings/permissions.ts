import type { Permissions } from '../roles/permission.ts'

/** What a company's own role can be given of findings: to change one is to settle it. */
export const permissions = {
  Finding: { actions: ['read', 'update'], fields: { user_id: 'person' } },
} as const satisfies Permissions
