import { changing, type Permissions } from '../roles/permission.ts'

/** Rights of reports that a custom role can be given. They count what the role may read of submissions and tasks. */
export const permissions = {
  Report: { actions: changing, fields: {} },
} as const satisfies Permissions
