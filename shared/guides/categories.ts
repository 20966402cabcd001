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

/** How far the next version has come: written, checked by those who are named for it, approved by those who are named for that. */
export const guideStages = ['draft', 'checked', 'approved'] as const
export type GuideStage = (typeof guideStages)[number]

/** What named people do with a draft before it is published, in that order. */
export const approvalSteps = ['checked', 'approved'] as const
export type ApprovalStep = (typeof approvalSteps)[number]
