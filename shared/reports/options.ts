export const periodUnits = ['day', 'week', 'month', 'year'] as const

/** By what submissions are compared with each other. */
export const reportGroupings = ['location', 'animal_group', 'vehicle', 'animal', 'person', 'form', 'question'] as const
export type ReportGrouping = (typeof reportGroupings)[number]

/** In the order in which a report shows them. */
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
