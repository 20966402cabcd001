/** What the sample data of a business is about: its animals, the group that they are in, and where they are. */
import type { species } from '#shared/animals/rules.ts'
import type { KindOfBusiness } from '#shared/companies/rules.ts'
import type { locationTypes } from '#shared/locations/rules.ts'

type Species = (typeof species)[number]
type PlaceType = (typeof locationTypes)[number]

const ofAnimals: Partial<Record<KindOfBusiness, Species>> = {
  mixed_farm: 'cattle',
  dairy: 'cattle',
  beef: 'cattle',
  pigs: 'pig',
  poultry: 'chicken',
  sheep_and_goats: 'sheep',
  horses: 'horse',
  veterinary: 'cattle',
  shelter: 'dog',
}

/** The names in `samples.names` of the texts. */
export const animalNames = ['first', 'second', 'third'] as const

type Content = { species: Species | null; places: { name: 'barn' | 'paddock' | 'yard' | 'hall'; type: PlaceType }[] }

/** What fits a business; of one that nothing is known of, and of those without animals, only places. */
export function contentFor(kind: KindOfBusiness | null): Content {
  const found = (kind && ofAnimals[kind]) ?? null
  return {
    species: found,
    places: found
      ? [
          { name: 'barn', type: 'barn' },
          { name: 'paddock', type: 'paddock' },
        ]
      : [
          { name: 'yard', type: 'site' },
          { name: 'hall', type: 'building' },
        ],
  }
}
