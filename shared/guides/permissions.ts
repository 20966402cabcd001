import { changing, type Permissions } from '../roles/permission.ts'

/** Rights of guides that a custom role can be given, beside its own guides. */
export const permissions = {
  Guide: { actions: changing, fields: {} },
} as const satisfies Permissions
