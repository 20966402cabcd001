/** One animal, or many of a kind that are counted and not told apart. */
export const animalKinds = ['individual', 'batch'] as const

/** After ICAR's list. It follows from arrivals, departures and deaths. */
export const lifeStatuses = ['alive', 'off_farm', 'dead'] as const

/** What marks an animal, after farmOS and ICAR. */
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

/** After ICAR's list. */
export const healthStatuses = ['healthy', 'suspicious', 'ill', 'in_treatment', 'to_be_culled'] as const

/** After ICAR's list, with what it lacks. */
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
