/** What guides are about, in the order of their list. */
export const guideCategories = [
  'emergencies',
  'safety',
  'welfare',
  'health',
  'hygiene',
  'feeding',
  'transport',
  'machinery',
  'other',
] as const
export type GuideCategory = (typeof guideCategories)[number]

export const guideStatuses = ['draft', 'published'] as const
