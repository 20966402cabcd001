import { changing, type Permissions } from '../roles/permission.ts'

/** What a company's own role can be given of reports. What is counted in them is what the role may read of submissions and tasks. */
export const permissions = {
  Report: { actions: changing, fields: {} },
} as const satisfies Permissions
