import { registers } from '#shared/subjects/registry.ts'

/** What entries of the audit log are about, as far as one looks for it. */
export const subjectTypes = [
  ...([
    'User',
    'Company',
    'Invite',
    'Role',
    'CompanyPlan',
    'Plan',
    'Form',
    'Submission',
    'Task',
    'Legal',
    'LibraryEntry',
  ] as const),
  ...registers.map(({ subject }) => subject),
]
