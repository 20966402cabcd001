import { changing, type Permissions } from '../roles/permission.ts'

/** What a company's own role can be given of guides, beside those that are for it. */
export const permissions = {
  Guide: { actions: changing, fields: {} },
} as const satisfies Permissions
