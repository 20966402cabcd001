/** As a workbook, or as text with commas. */
export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** What is made in the background: also a bundle that proves itself (`shared/sealing/bundle`). */
export const madeFormats = [...exportFormats, 'bundle'] as const
export type MadeFormat = (typeof madeFormats)[number]
/** So many submissions are in a bundle at most, and so many bytes of files. */
export const mostInBundle = { submissions: 500, bytes: 2_000_000_000 }

/** Choices as people read them, or as forms and programs name them. */
export const exportValues = ['labels', 'ids'] as const
export type ExportValues = (typeof exportValues)[number]

/** An export is `waiting`, then `working`; then it can be fetched for a while, or it came to nothing. */
export const exportStates = ['waiting', 'working', 'ready', 'failed', 'cancelled'] as const
export type ExportState = (typeof exportStates)[number]

/** For so long it can be fetched again. */
export const keptFor = 48 * 3600_000
/** So many of one person are under way at most. */
export const mostUnderWay = 3
/** So many rows that somebody picked in the list are exported at once; more is narrowed to by filters. */
export const mostPicked = 1000
