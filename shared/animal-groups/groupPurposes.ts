/** Purposes of a group after ICAR's list; apart from the contract, so that the browser needs no schemas to offer them. */
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
