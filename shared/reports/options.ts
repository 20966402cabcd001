export const periodUnits = ['day', 'week', 'month', 'year'] as const

/** Criteria by which submissions are compared. */
export const reportGroupings = ['location', 'animal_group', 'vehicle', 'animal', 'person', 'form', 'question'] as const
export type ReportGrouping = (typeof reportGroupings)[number]

/** In the order of a report. */
export const reportParts = [
  'trend',
  'comparison',
  'prevalence',
  'heat_map',
  'distribution',
  'findings',
  'completion',
  'registers',
  'photos',
] as const
export type ReportPart = (typeof reportParts)[number]
