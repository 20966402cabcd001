import { subjectTypes } from '../subjects/registry.ts'

/** Kinds of hits in the order in which they are shown. */
export const foundKinds = [
  ...subjectTypes,
  ...(['form', 'task', 'sent_task', 'guide', 'person', 'submission', 'finding', 'message'] as const),
] as const
export type FoundKind = (typeof foundKinds)[number]
