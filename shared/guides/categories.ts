/** Categories of guides in the order of their list. */
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

/** Progress of the next version: written, reviewed and approved by the people named for it. */
export const guideStages = ['draft', 'checked', 'approved'] as const
export type GuideStage = (typeof guideStages)[number]

/** Steps of named people before a draft is published, in order. */
export const approvalSteps = ['checked', 'approved'] as const
export type ApprovalStep = (typeof approvalSteps)[number]
