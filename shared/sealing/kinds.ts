/** Kinds of links and of faults. Their order and names are signed, so they never change. */

export const sealKinds = ['completed', 'corrected', 'reviewed', 'exported', 'archived', 'restored', 'erased'] as const
export type SealKind = (typeof sealKinds)[number]

export const sealedRecords = ['submission', 'report'] as const
export type SealedRecord = (typeof sealedRecords)[number]

/**
 * Faults of a link: `missing` without a link of that number, `link` for a changed link, `signature` without a key of
 * this tend, `order` for a wrong predecessor, `copy` for a changed or removed sealed copy, `gone` for a missing record,
 * `record` for a record that differs from its copy, `stamp` for an invalid time stamp.
 */
export const faultKinds = ['missing', 'link', 'signature', 'order', 'copy', 'gone', 'record', 'stamp'] as const
export type FaultKind = (typeof faultKinds)[number]

/** Differences as shown to the holder of a document, without questions or people by name. */
export const differences = [
  'answers',
  'score',
  'files',
  'document',
  'review',
  'subjects',
  'person',
  'time',
  'form',
  'definition',
  'versions',
  'archive',
  'other',
  'link',
  'signature',
  'copy',
  'gone',
] as const
export type Difference = (typeof differences)[number]
