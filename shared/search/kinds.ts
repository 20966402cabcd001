/** What one search finds, in the order in which it is shown. */
export const foundKinds = [
  ...(['animal', 'animal_group', 'location', 'vehicle', 'form', 'task', 'sent_task', 'guide'] as const),
  ...(['person', 'submission', 'finding', 'message'] as const),
] as const
export type FoundKind = (typeof foundKinds)[number]
