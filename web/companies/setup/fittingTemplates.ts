import type { KindOfBusiness } from '#shared/companies/rules.ts'
import type { FormTemplate } from '#shared/forms/contract.ts'

type Species = NonNullable<FormTemplate['species']>[number]
type Fit = { species: readonly Species[]; categories: readonly FormTemplate['category'][] }

const farm = ['welfare', 'daily'] as const

/** Which animals a business has to do with, and which forms help it besides. */
const fits: Record<KindOfBusiness, Fit> = {
  mixed_farm: { species: ['cattle', 'sheep', 'goat', 'pig', 'chicken'], categories: farm },
  dairy: { species: ['cattle', 'goat', 'sheep', 'buffalo'], categories: farm },
  beef: { species: ['cattle', 'buffalo'], categories: farm },
  pigs: { species: ['pig'], categories: farm },
  poultry: { species: ['chicken', 'turkey', 'duck', 'goose'], categories: farm },
  sheep_and_goats: { species: ['sheep', 'goat'], categories: farm },
  horses: { species: ['horse'], categories: farm },
  crops: { species: [], categories: ['workplace', 'daily'] },
  veterinary: { species: ['cattle', 'sheep', 'goat', 'pig', 'horse', 'chicken', 'dog'], categories: ['welfare'] },
  transport: { species: [], categories: ['transport', 'workplace'] },
  slaughterhouse: { species: [], categories: ['transport', 'workplace'] },
  shelter: { species: ['dog', 'horse', 'rabbit'], categories: farm },
  other_workplace: { species: [], categories: ['workplace'] },
}

/** The templates that fit a business, and the others; all are others where nothing is known of it. */
export function fittingFirst<Template extends Pick<FormTemplate, 'species' | 'category'>>(
  templates: readonly Template[],
  kind: KindOfBusiness | null,
): [fitting: Template[], others: Template[]] {
  const fit = kind && fits[kind]
  const isFitting = ({ species, category }: Template) =>
    fit !== null && (species ? species.some(one => fit.species.includes(one)) : fit.categories.includes(category))
  return [templates.filter(isFitting), templates.filter(template => !isFitting(template))]
}
