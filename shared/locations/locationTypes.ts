/** What a place can be; apart from the contract, so that the browser needs no schemas to offer them. */
export const locationTypes = [
  'site',
  'building',
  'barn',
  'pen',
  'paddock',
  'parlour',
  'loading_area',
  'quarantine',
  'office',
  'vehicle_park',
  'water',
  'other',
] as const
