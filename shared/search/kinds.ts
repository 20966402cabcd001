import { subjectTypes } from '../subjects/registry.ts'

/** What one search finds, in the order in which it is shown. */
export const foundKinds = [
  ...subjectTypes,
  ...(['form', 'task', 'sent_task', 'guide', 'person', 'submission', 'finding', 'message'] as const),
] as const
export type FoundKind = (typeof foundKinds)[number]
