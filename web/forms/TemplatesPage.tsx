import { Button, Skeleton } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { untitledSection } from '#shared/forms/appearance.ts'
import type { FormTemplate } from '#shared/forms/contract.ts'
import { toLocale } from '#shared/lib/language.ts'
import { api } from '../api.ts'
import { useUser } from '../lib/session/session.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import { newDefinition } from './editor/structure/newElements.ts'
import { AnimalsChoice, useTemplateChoice } from './TemplateChoice.tsx'
import { TemplateFacts, TemplateSheet } from './TemplateSheet.tsx'
import styles from './TemplatesPage.module.css'
import { useNewForm } from './useNewForm.ts'

const placeholders = ['a', 'b', 'c', 'd']

/** Where a new form begins: with a template that one can look into first, or empty. */
export function TemplatesPage() {
  const { t, i18n } = useTranslation()
  const { data: templates, error, refetch } = useQuery(api.forms.templates.query())
  const [shown, setShown] = useState<FormTemplate>()
  const companyId = useUser()?.company_id ?? 0
  const company = useQuery({ ...api.companies.get.query({ id: companyId }), enabled: companyId > 0 })
  const { fitting, others, animals, setAnimals } = useTemplateChoice(
    templates ?? [],
    company.data?.kind_of_business ?? null,
  )
  const { create, isCreating } = useNewForm()

  function createEmpty() {
    const locale = toLocale(i18n.language)
    create({
      name: { [locale]: t('forms.untitled') },
      definition: newDefinition(locale, untitledSection[locale]),
    })
  }

  return (
    <>
      <PageHeader
        title={t('forms.add')}
        back={{ to: '/forms', text: t('forms.title') }}
        actions={
          <Button variant="default" leftSection={<IconFile size={20} />} loading={isCreating} onClick={createEmpty}>
            {t('forms.startEmpty')}
          </Button>
        }
      >
        {t('forms.galleryText')}
      </PageHeader>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : templates && !company.isLoading ? (
        <div className={styles.sections}>
          <AnimalsChoice animals={animals} onChange={setAnimals} />
          <TemplateCards title={t('forms.suggested')} templates={fitting} onOpen={setShown} />
          <TemplateCards title={t('forms.otherTemplates')} templates={others} onOpen={setShown} />
        </div>
      ) : (
        <ul className={styles.gallery} aria-busy>
          {placeholders.map(key => (
            <Skeleton key={key} component="li" height={200} />
          ))}
        </ul>
      )}
      {shown && (
        <TemplateSheet
          template={shown}
          isCreating={isCreating}
          onChoose={() => create({ template_key: shown.key })}
          onClosed={() => setShown(undefined)}
        />
      )}
    </>
  )
}

type CardsProps = { title: string; templates: FormTemplate[]; onOpen: (template: FormTemplate) => void }

/** Nothing where there are none. */
function TemplateCards({ title, templates, onOpen }: CardsProps) {
  const id = useId()
  if (templates.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.galleryTitle}>
        {title}
      </h2>
      <ul className={styles.gallery}>
        {templates.map(template => (
          <li key={template.key}>
            <TemplateCard template={template} onOpen={() => onOpen(template)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What a template is for, in short; opening it shows its questions. */
function TemplateCard({ template, onOpen }: { template: FormTemplate; onOpen: () => void }) {
  const { t } = useTranslation()
  const { name, description, category, definition } = template
  return (
    <article className={styles.card}>
      <p className={styles.category}>{t(`forms.categories.${category}`)}</p>
      <h3 className={styles.name}>
        <button type="button" className={styles.open} onClick={onOpen} aria-haspopup="dialog">
          <ContentText text={name} fallback={definition.default_language} />
        </button>
      </h3>
      <p className={styles.templateCardDescription}>
        <ContentText text={description} fallback={definition.default_language} />
      </p>
      <TemplateFacts template={template} />
    </article>
  )
}
