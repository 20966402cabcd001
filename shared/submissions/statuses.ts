export const submissionStatuses = ['draft', 'complete'] as const
