import { Button, Skeleton } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { untitledSection } from '#shared/forms/appearance.ts'
import type { FormTemplate } from '#shared/forms/contract.ts'
import { defaultLocale, languages, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import { newDefinition } from './editor/structure/newElements.ts'
import { QuestionList } from './QuestionList.tsx'
import styles from './TemplatesPage.module.css'
import { useNewForm } from './useNewForm.ts'

const placeholders = ['a', 'b', 'c', 'd']

/** Where a new form begins: with a template that one can look into first, or empty. */
export function TemplatesPage() {
  const { t, i18n } = useTranslation()
  const { data: templates, error, refetch } = useQuery(api.forms.templates.query())
  const [shown, setShown] = useState<FormTemplate>()
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
      ) : (
        <ul className={styles.gallery} aria-busy={!templates}>
          {templates
            ? templates.map(template => (
                <li key={template.key}>
                  <TemplateCard template={template} onOpen={() => setShown(template)} />
                </li>
              ))
            : placeholders.map(key => <Skeleton key={key} component="li" height={200} />)}
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

type Props = { template: FormTemplate; isCreating: boolean; onChoose: () => void; onClosed: () => void }

/** All questions of a template, before one decides for it. */
function TemplateSheet({ template, isCreating, onChoose, onClosed }: Props) {
  const { t, i18n } = useTranslation()
  const { name, description, definition } = template
  return (
    <SideSheet title={textIn(name, toLocale(i18n.language), defaultLocale).text} onClosed={onClosed}>
      {close => (
        <div className={styles.sheet}>
          <p className={styles.description}>
            <ContentText text={description} fallback={definition.default_language} />
          </p>
          <TemplateFacts template={template} />
          <QuestionList definition={definition} />
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button loading={isCreating} onClick={onChoose}>
              {t('forms.useTemplate')}
            </Button>
          </SheetFooter>
        </div>
      )}
    </SideSheet>
  )
}

/** What a template is for, in short; opening it shows its questions. */
function TemplateCard({ template, onOpen }: { template: FormTemplate; onOpen: () => void }) {
  const { t } = useTranslation()
  const { name, description, category, definition } = template
  return (
    <article className={styles.card}>
      <p className={styles.category}>{t(`forms.categories.${category}`)}</p>
      <h2 className={styles.name}>
        <button type="button" className={styles.open} onClick={onOpen} aria-haspopup="dialog">
          <ContentText text={name} fallback={definition.default_language} />
        </button>
      </h2>
      <p className={styles.templateCardDescription}>
        <ContentText text={description} fallback={definition.default_language} />
      </p>
      <TemplateFacts template={template} />
    </article>
  )
}

/** How long it is, for which animals, and in which languages. */
function TemplateFacts({ template }: { template: FormTemplate }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { question_count, species, name } = template
  const spoken = languages.filter(({ locale }) => name[locale])
  return (
    <ul className={styles.facts}>
      <li>{t('forms.questionCount', { count: question_count })}</li>
      {species && <li>{format.list(species.map(one => t(`animals.speciesNames.${one}`)))}</li>}
      <li>
        {spoken.map(language => (
          <span key={language.locale} lang={language.locale} className={styles.language}>
            {language.name}
          </span>
        ))}
      </li>
    </ul>
  )
}
