import { changing, type Permissions } from '../roles/permission.ts'
import { submissionStatuses } from './statuses.ts'

/** What a company's own role can be given of submissions. */
export const permissions = {
  Submission: {
    actions: [...changing, 'review', 'correct', 'share'],
    fields: { user_id: 'person', status: submissionStatuses },
    narrowsCreating: true,
  },
} as const satisfies Permissions
