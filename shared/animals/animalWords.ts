/** One animal, or many of a kind that are counted and not told apart. */
export const animalKinds = ['individual', 'batch'] as const

/** After ICAR's list. It follows from arrivals, departures and deaths. */
export const lifeStatuses = ['alive', 'off_farm', 'dead'] as const
