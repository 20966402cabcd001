import { changing, type Permissions } from '../roles/permission.ts'

/** What a company's own role can be given of tasks. */
export const permissions = {
  Task: { actions: changing, fields: {} },
  SentTask: { actions: ['read', 'complete', 'skip'], fields: { user_id: 'person' } },
} as const satisfies Permissions
