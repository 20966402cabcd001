import { Button, Skeleton } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { untitledSection } from '#shared/forms/appearance.ts'
import type { FormTemplate } from '#shared/forms/contract.ts'
import { toLocale } from '#shared/lib/language.ts'
import { api } from '../api.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { newDefinition } from './editor/structure/newElements.ts'
import { TemplateCard } from './TemplateCard.tsx'
import { TemplateSheet } from './TemplateSheet.tsx'
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
