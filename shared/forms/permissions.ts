import { changing, type Permissions } from '../lib/roles.ts'
import { formStatuses } from './statuses.ts'

/** Rights of forms that a custom role can be given. */
export const permissions = {
  Form: { actions: changing, fields: { status: formStatuses } },
} as const satisfies Permissions
