import type { Permissions } from '../roles/permission.ts'

/** What a company's own role can be given of messages: to see what was reported, and to act on it. */
export const permissions = {
  MessageReport: { actions: ['read', 'update'], fields: {} },
} as const satisfies Permissions
