/** Types of locations. Separate from the contract, so that the browser loads no schemas for them. */
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
