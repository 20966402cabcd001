import { exportFormats } from '../lib/fileKinds.ts'

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

/** Days for which it can be downloaded again. */
export const keptFor = 48 * 3600_000
/** Bound of exports under way per person. */
export const maxUnderWay = 3
/** Bound of picked rows in an export; more are selected by filters. */
export const maxPicked = 1000

/**
 * States of an import: its file is `read`, then it is tried (`trying`, `tried`) and carried out (`working`, `done`). It
 * can be cancelled, and a failed one continues from the line where it stopped. For a day it can be undone; where that
 * stopped (`undo_failed`), it is undone again.
 */
export const importStates = [
  ...(['read', 'trying', 'tried', 'working', 'done', 'cancelled', 'failed'] as const),
  ...(['undoing', 'undone', 'undo_failed'] as const),
] as const
/** States in which lines are worked on in the background. */
export const importsUnderWay: readonly (typeof importStates)[number][] = ['trying', 'working', 'undoing']
/** Milliseconds for which an import can be undone. */
export const importUndoFor = 24 * 3600_000

/** Result of a line, also in a trial; of an undo that its row `stayed` as it is. */
export const lineOutcomes = ['created', 'updated', 'unchanged', 'faulty', 'stayed'] as const
export type LineOutcome = (typeof lineOutcomes)[number]

export const maxImportedLines = 50_000
export const maxImportedColumns = 60
/** Milliseconds for which the lines can be read; the matching of columns is stored longer. */
export const linesKeptFor = 14 * 24 * 3600_000
