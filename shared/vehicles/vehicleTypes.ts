/** What a vehicle can be; apart from the contract, so that the browser needs no schemas to offer them. */
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
