/** What enters the chain of a company, and what may be found about it. Order and names stay: they are signed. */

export const sealKinds = ['completed', 'corrected', 'reviewed', 'exported', 'archived', 'restored', 'erased'] as const
export type SealKind = (typeof sealKinds)[number]

export const sealedRecords = ['submission', 'report'] as const
export type SealedRecord = (typeof sealedRecords)[number]

/**
 * How a link, or what it is about, is not as it was sealed: `missing` where there is no link with that number, `link` where the link itself was
 * changed, `signature` where no key of this tend signed it, `order` where it does not follow the one before, `copy` where the sealed copy was
 * changed or taken away, `gone` where the record is, `record` where the record says something else than its sealed copy, and `stamp` where a time stamp does not hold.
 */
export const faultKinds = ['missing', 'link', 'signature', 'order', 'copy', 'gone', 'record', 'stamp'] as const
export type FaultKind = (typeof faultKinds)[number]

/** What of a record or its chain differs, as whoever holds a document of it is told: no question and no person by name. */
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
