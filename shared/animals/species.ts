/** Species after ICAR's list, with the poultry and companions that it lacks. */
export const species = [
  'cattle',
  'sheep',
  'goat',
  'pig',
  'horse',
  'chicken',
  'turkey',
  'duck',
  'goose',
  'rabbit',
  'deer',
  'buffalo',
  'dog',
  'other',
] as const

/** Sexes after ICAR's list. */
export const sexes = ['female', 'female_neuter', 'male', 'male_neuter', 'unknown'] as const
