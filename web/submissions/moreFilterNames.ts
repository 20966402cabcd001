import { subjectFilters } from '#shared/subjects/registry.ts'

/** The list's filters beside form, state and review, by their names in the address and in the call. */
export const moreFilters = [
  ...(['user_id', ...subjectFilters] as const),
  ...(['from', 'to', 'band', 'critical', 'flagged', 'question_id', 'answer'] as const),
]
