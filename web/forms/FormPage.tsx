import { Button } from '@mantine/core'
import { IconPencil, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../api.ts'
import { PdfButton } from '../documents/PdfButton.tsx'
import { fillInPath } from '../filling/queries.ts'
import { Can, useAbility } from '../lib/ability.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { ArchivedNotice, useArchive } from '../ui/row/ArchivedNotice.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import { FormEditor } from './editor/FormEditor.tsx'
import { isEditable } from './editor/structure/content.ts'
import { QuestionList } from './QuestionList.tsx'

/** One form: to look after for those who may, to read and fill in for everyone else. */
export function FormPage() {
  const { id } = useParams({ from: '/shell/forms/$id' })
  const { data: form, error, refetch } = useQuery(api.forms.get.query({ id: Number(id) }))
  const can = useAbility()
  // An open editor stays, also where fetching the form again failed.
  if (error && !form) return <ErrorState error={error} onRetry={refetch} />
  if (!form) return <PageSkeleton />
  const isMine = isEditable(form) && form.archived_at === null && can('update', 'Form', form)
  return isMine ? <FormEditor key={form.id} form={form} /> : <FormReader form={form} />
}

/** A form to read: for those who fill it in, and for everyone once it is archived. */
export function FormReader({ form }: { form: FormDetail }) {
  const { t, i18n } = useTranslation()
  const can = useAbility()
  const { restore } = useArchive('forms', api.forms, '/forms')
  const { id, description, default_language, archived_at, status } = form
  const name = textIn(form.name, toLocale(i18n.language), default_language).text
  const definition = form.published?.definition ?? form.draft
  return (
    <>
      <PageHeader
        title={name}
        back={{ to: '/forms', text: t('forms.title') }}
        actions={
          <>
            <PdfButton
              wanted={{ kind: 'form', record_id: id }}
              text={t('forms.printBlank')}
              icon={<IconPrinter size={20} />}
              variant="default"
            />
            {status === 'open' && !archived_at && can('create', 'Submission') && (
              <Button component={PathLink} href={fillInPath(id)} leftSection={<IconPencil size={20} />}>
                {t('forms.fillIn')}
              </Button>
            )}
          </>
        }
      >
        <ContentText text={description} fallback={default_language} />
      </PageHeader>
      {archived_at && (
        <ArchivedNotice at={archived_at}>
          <Can I="delete" a="Form" row={form}>
            <Button variant="default" size="sm" onClick={() => restore({ id, name })}>
              {t('common.restore')}
            </Button>
          </Can>
        </ArchivedNotice>
      )}
      {definition && <QuestionList definition={definition} />}
    </>
  )
}
