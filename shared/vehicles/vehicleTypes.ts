/** Types of vehicles. Separate from the contract, so that the browser loads no schemas for them. */
export const vehicleTypes = [
  'lorry',
  'tractor_unit',
  'trailer',
  'van',
  'pickup',
  'car',
  'tractor',
  'machine',
  'other',
] as const
