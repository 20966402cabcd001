import { changing, type Permissions } from '../roles/permission.ts'
import { formStatuses } from './statuses.ts'

/** What a company's own role can be given of forms. */
export const permissions = {
  Form: { actions: changing, fields: { status: formStatuses } },
} as const satisfies Permissions
