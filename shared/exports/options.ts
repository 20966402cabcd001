/** A workbook, or comma-separated text. */
export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Formats made in the background, with bundles (`shared/sealing/bundle`). */
export const madeFormats = [...exportFormats, 'bundle'] as const
export type MadeFormat = (typeof madeFormats)[number]
/** Bounds of submissions and of file bytes in a bundle. */
export const maxInBundle = { submissions: 500, bytes: 2_000_000_000 }

/** Choices as labels for people, or as ids for programs. */
export const exportValues = ['labels', 'ids'] as const
export type ExportValues = (typeof exportValues)[number]

/** States of an export: `waiting`, `working`, then available for a while, or failed. */
export const exportStates = ['waiting', 'working', 'ready', 'failed', 'cancelled'] as const
export type ExportState = (typeof exportStates)[number]

/** Days for which it can be downloaded again. */
export const keptFor = 48 * 3600_000
/** Bound of exports under way per person. */
export const maxUnderWay = 3
/** Bound of picked rows in an export; more are selected by filters. */
export const maxPicked = 1000
