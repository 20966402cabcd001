import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormTemplate } from '#shared/forms/contract.ts'
import { api } from '../api.ts'
import { AnimalsChoice, useTemplateChoice } from '../forms/TemplateChoice.tsx'
import { TemplateSheet } from '../forms/TemplateSheet.tsx'
import { inTab, storedJson } from '../lib/storage.ts'
import { PageSkeleton } from '../ui/page/PageHeader.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
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
  const { fitting, others, animals, setAnimals } = useTemplateChoice(
    templates.data ?? [],
    company.data?.kind_of_business ?? null,
  )
  const [shown, setShown] = useState<FormTemplate>()
  const picked = chosen ?? fitting.slice(0, chosenAtFirst).map(template => template.key)
  const adding = useMutation({
    async mutationFn() {
      for (const template_key of picked) {
        const form = await api.forms.create({ template_key })
        await api.forms.publish({ id: form.id })
        // Forms that were made stay when a later one fails.
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

  const choices = (title: string, list: FormTemplate[]) =>
    list.length > 0 && (
      <fieldset className={styles.fieldset}>
        <legend className={styles.legend}>{title}</legend>
        <div className={styles.choices}>
          {list.map(template => (
            <TemplateCheckbox
              key={template.key}
              template={template}
              isPicked={picked.includes(template.key)}
              onPick={isPicked =>
                pick(isPicked ? [...picked, template.key] : picked.filter(one => one !== template.key))
              }
              onPreview={() => setShown(template)}
            />
          ))}
        </div>
      </fieldset>
    )
  return (
    <>
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
        <AnimalsChoice animals={animals} onChange={setAnimals} />
        {choices(t('companies.setup.forms.fitting'), fitting)}
        {choices(t('companies.setup.forms.others'), others)}
      </StepFrame>
      {shown && <TemplateSheet template={shown} onClosed={() => setShown(undefined)} />}
    </>
  )
}

type CheckboxProps = {
  template: FormTemplate
  isPicked: boolean
  onPick: (isPicked: boolean) => void
  onPreview: () => void
}

/** A template to tick, with a line on what it is for and how long it takes, and its preview. */
function TemplateCheckbox({ template, isPicked, onPick, onPreview }: CheckboxProps) {
  const { t } = useTranslation()
  const id = useId()
  const { name, description, definition } = template
  const fallback = definition.default_language
  return (
    <div className={styles.template}>
      <label className={styles.templateLabel}>
        <input
          type="checkbox"
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-line`}
          checked={isPicked}
          onChange={event => onPick(event.currentTarget.checked)}
        />
        <span>
          <span id={`${id}-name`} className={styles.templateName}>
            <ContentText text={name} fallback={fallback} />
          </span>
          <span id={`${id}-line`} className={styles.dimmed}>
            <ContentText text={description} fallback={fallback} />
          </span>
        </span>
      </label>
      <Button
        variant="subtle"
        size="sm"
        leftSection={<IconDeviceMobile size={18} />}
        aria-describedby={`${id}-name`}
        onClick={onPreview}
      >
        {t('forms.preview')}
      </Button>
    </div>
  )
}
