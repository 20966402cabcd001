/** One animal, or a batch that is counted and not identified one by one. */
export const animalKinds = ['individual', 'batch'] as const

/** ICAR's list. Derived from arrivals, departures and deaths. */
export const lifeStatuses = ['alive', 'off_farm', 'dead'] as const

/** Identifiers of an animal, after farmOS and ICAR. */
export const identifierSchemes = [
  'ear_tag',
  'eid',
  'chip',
  'tattoo',
  'leg_band',
  'wing_tag',
  'brand',
  'herd_book',
  'other',
] as const

/** ICAR's list. */
export const healthStatuses = ['healthy', 'suspicious', 'ill', 'in_treatment', 'to_be_culled'] as const

/** ICAR's list, with the entries that it lacks. */
export const productionPurposes = [
  'milk',
  'meat',
  'wool',
  'eggs',
  'breeding',
  'draught',
  'sport',
  'companion',
  'other',
] as const
