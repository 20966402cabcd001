import { changing, type Permissions } from '../roles/permission.ts'

/** What a company's own role can be given of invitations. */
export const permissions = {
  Invite: { actions: changing, fields: {} },
} as const satisfies Permissions
