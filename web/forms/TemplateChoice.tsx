/** Which templates fit a company: by its kind of business and the animals that it keeps. For setup and the gallery. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KindOfBusiness } from '#shared/companies/rules.ts'
import type { FormTemplate } from '#shared/forms/contract.ts'
import styles from './TemplateChoice.module.css'

type Species = NonNullable<FormTemplate['species']>[number]
type Fit = { species: readonly Species[]; categories: readonly FormTemplate['category'][] }

/** The animals that people are asked about. */
const askedSpecies = ['cattle', 'sheep', 'goat', 'pig', 'horse', 'chicken'] as const satisfies Species[]

const farm = ['daily'] as const

/** Which animals a business has to do with at first, and which forms about no animal in particular help it besides. */
const fits: Record<KindOfBusiness, Fit> = {
  mixed_farm: { species: ['cattle', 'sheep', 'goat', 'pig', 'chicken'], categories: farm },
  dairy: { species: ['cattle'], categories: farm },
  beef: { species: ['cattle'], categories: farm },
  pigs: { species: ['pig'], categories: farm },
  poultry: { species: ['chicken'], categories: farm },
  sheep_and_goats: { species: ['sheep', 'goat'], categories: farm },
  horses: { species: ['horse'], categories: farm },
  crops: { species: [], categories: ['workplace', 'daily'] },
  veterinary: { species: ['cattle', 'sheep', 'goat', 'pig', 'horse', 'chicken'], categories: farm },
  transport: { species: [], categories: ['transport', 'workplace'] },
  slaughterhouse: { species: [], categories: ['transport', 'workplace'] },
  shelter: { species: ['horse'], categories: farm },
  workshop: { species: [], categories: ['workplace'] },
  other_workplace: { species: [], categories: ['workplace'] },
}

/** About more kinds of animals a template is a record of any, and not a visit to some. */
const fewSpecies = 3

type Fitting = Pick<FormTemplate, 'species' | 'category' | 'kinds'>

/**
 * The templates that fit, the best first, and the others. Best are those with which this kind of business begins, then
 * those about its animals, then those that its work asks for.
 */
function fittingFirst<Template extends Fitting>(
  templates: readonly Template[],
  kind: KindOfBusiness | null,
  animals: readonly Species[],
): [fitting: Template[], others: Template[]] {
  const categories = kind ? fits[kind].categories : animals.length > 0 ? farm : []
  const rankOf = ({ species, category, kinds = [] }: Template) => {
    const isOfOthers = species && animals.length > 0 && !species.some(one => animals.includes(one))
    if (isOfOthers) return
    if (kind && kinds.includes(kind)) return 0
    if (species && animals.length > 0) return species.length > fewSpecies ? 2 : 1
    return !species && categories.some(one => one === category) ? 3 : undefined
  }
  const ranked = templates.map(template => ({ template, rank: rankOf(template) }))
  const ofRank = ([0, 1, 2, 3, undefined] as const).map(wanted =>
    ranked.filter(({ rank }) => rank === wanted).map(({ template }) => template),
  )
  return [ofRank.slice(0, -1).flat(), ofRank.at(-1) ?? []]
}

/** The templates in two lists, and the animals by which they were parted, which people can change. */
export function useTemplateChoice(templates: readonly FormTemplate[], kind: KindOfBusiness | null) {
  const [chosen, setAnimals] = useState<readonly Species[]>()
  const animals = chosen ?? (kind ? fits[kind].species : [])
  const [fitting, others] = fittingFirst(templates, kind, animals)
  return { fitting, others, animals, setAnimals }
}

type Props = { animals: readonly Species[]; onChange: (animals: readonly Species[]) => void }

/** Asks which animals a company keeps. */
export function AnimalsChoice({ animals, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.animals}>
      <legend className={styles.legend}>{t('forms.animals')}</legend>
      {askedSpecies.map(one => (
        <label key={one} className={styles.animal}>
          <input
            type="checkbox"
            checked={animals.includes(one)}
            onChange={event =>
              onChange(event.currentTarget.checked ? [...animals, one] : animals.filter(other => other !== one))
            }
          />
          {t(`forms.kept.${one}`)}
        </label>
      ))}
    </fieldset>
  )
}
