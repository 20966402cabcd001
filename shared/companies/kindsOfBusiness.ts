/** Kinds of business; setup offers the starter forms that fit. */
export const kindsOfBusiness = [
  'mixed_farm',
  'dairy',
  'beef',
  'pigs',
  'poultry',
  'sheep_and_goats',
  'horses',
  'crops',
  'veterinary',
  'transport',
  'slaughterhouse',
  'shelter',
  'other_workplace',
] as const
export type KindOfBusiness = (typeof kindsOfBusiness)[number]
