import { changing, type Permissions } from '../lib/roles.ts'
import { submissionStatuses } from './statuses.ts'

/** Rights of submissions that a custom role can be given. */
export const permissions = {
  Submission: {
    actions: [...changing, 'review', 'correct', 'share'],
    fields: { user_id: 'person', status: submissionStatuses },
    narrowsCreating: true,
  },
} as const satisfies Permissions
