import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KindOfBusiness } from '#shared/companies/rules.ts'
import type { FormTemplate } from '#shared/forms/contract.ts'
import { api } from '../../api.ts'
import { inTab, storedJson } from '../../lib/storage.ts'
import { PageSkeleton } from '../../ui/page/PageHeader.tsx'
import { ContentText } from '../../ui/texts/ContentText.tsx'
import styles from './Setup.module.css'
import { StepFrame } from './StepFrame.tsx'

/** None before somebody has chosen anything. */
const stored = storedJson(inTab, 'tend_draft_setup_forms', keys =>
  Array.isArray(keys) ? keys.filter(one => typeof one === 'string') : null,
)
/** Forms chosen at first, so that Continue alone is enough to start. */
const chosenAtFirst = 3

/** Takes over ready-made forms, those for this kind of business first. They are published, so that work can begin. */
export function FormsStep({ companyId, onNext }: { companyId: number; onNext: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const templates = useQuery(api.forms.templates.query())
  const company = useQuery(api.companies.get.query({ id: companyId }))
  const [chosen, setChosen] = useState(stored.read)
  const [fitting, others] = fittingFirst(templates.data ?? [], company.data?.kind_of_business ?? null)
  const picked = chosen ?? fitting.slice(0, chosenAtFirst).map(template => template.key)
  const adding = useMutation({
    async mutationFn() {
      for (const template_key of picked) {
        const form = await api.forms.create({ template_key })
        await api.forms.publish({ id: form.id })
        // What is done stays done when a later one fails.
        pick((stored.read() ?? picked).filter(one => one !== template_key))
      }
    },
    onSuccess: onNext,
    // Said in place, below.
    onError: () => undefined,
    onSettled: () => queries.invalidateQueries({ queryKey: api.forms.key }),
  })
  function pick(keys: string[]) {
    stored.write(keys)
    setChosen(keys)
  }
  if (templates.isPending || company.isPending) return <PageSkeleton />

  const choices = (list: typeof fitting) => (
    <div className={styles.choices}>
      {list.map(template => (
        <label key={template.key} className={styles.choice}>
          <input
            type="checkbox"
            checked={picked.includes(template.key)}
            onChange={event =>
              pick(event.currentTarget.checked ? [...picked, template.key] : picked.filter(one => one !== template.key))
            }
          />
          <ContentText text={template.name} fallback={template.definition.default_language} />
        </label>
      ))}
    </div>
  )
  return (
    <StepFrame
      title={t('companies.setup.forms.title')}
      text={t('companies.setup.forms.text')}
      problem={adding.error ?? templates.error ?? undefined}
      onSkip={onNext}
      onNext={() => adding.mutate()}
      nextText={t('companies.setup.forms.add', { count: picked.length })}
      isBusy={adding.isPending}
      isReady={picked.length > 0}
    >
      {fitting.length > 0 && (
        <fieldset className={styles.fieldset}>
          <legend className={styles.legend}>{t('companies.setup.forms.fitting')}</legend>
          {choices(fitting)}
        </fieldset>
      )}
      {others.length > 0 && (
        <fieldset className={styles.fieldset}>
          <legend className={styles.legend}>{t('companies.setup.forms.others')}</legend>
          {choices(others)}
        </fieldset>
      )}
    </StepFrame>
  )
}

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

/** About more kinds of animals a template is a record of any, and not a visit to some. */
const fewSpecies = 3

/**
 * The templates that fit a business, the best first, and the others; all are others where nothing is known of it. Best
 * are those about its main animals, then those about none in particular. A business without animals of its own takes
 * what its work asks for, whichever animals that is about.
 */
function fittingFirst<Template extends Pick<FormTemplate, 'species' | 'category'>>(
  templates: readonly Template[],
  kind: KindOfBusiness | null,
): [fitting: Template[], others: Template[]] {
  const fit = kind && fits[kind]
  if (!fit) return [[], [...templates]]
  const isOfItsAnimals = ({ species }: Template) => species?.some(one => fit.species.includes(one)) ?? false
  const isOfItsWork = ({ category }: Template) => fit.categories.includes(category)
  const isFitting = (template: Template) =>
    isOfItsAnimals(template) || (isOfItsWork(template) && (!template.species || fit.species.length === 0))
  const [main] = fit.species
  const rankOf = (template: Template) => {
    const { species } = template
    if (!isOfItsWork(template)) return 4
    if (!species) return 1
    if (species.length > fewSpecies) return 2
    return main && species.includes(main) ? 0 : 3
  }
  return [
    templates.filter(isFitting).toSorted((one, other) => rankOf(one) - rankOf(other)),
    templates.filter(template => !isFitting(template)),
  ]
}
