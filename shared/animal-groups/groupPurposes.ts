/** Purposes of a group after ICAR's list. Separate from the contract, so that the browser loads no schemas for them. */
export const groupPurposes = [
  'enclosure',
  'feeding',
  'finishing',
  'growing',
  'health',
  'lactation',
  'movement',
  'rearing',
  'reproduction',
  'other',
] as const
