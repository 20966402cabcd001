/** ICAR's list of species, with poultry and companion animals added. */
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

/** ICAR's list of sexes. */
export const sexes = ['female', 'female_neuter', 'male', 'male_neuter', 'unknown'] as const
