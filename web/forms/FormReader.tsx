import { Button } from '@mantine/core'
import { IconPencil, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { Can } from '../lib/ability.tsx'
import { api } from '../lib/api.ts'
import { ArchivedNotice } from '../ui/ArchivedNotice.tsx'
import { ContentText } from '../ui/ContentText.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { useArchive } from '../ui/useArchive.ts'
import { fillInPath } from './fillInPath.ts'
import { QuestionList } from './QuestionList.tsx'
import { usePrint } from './usePrint.ts'

/** A form to read: for those who fill it in, and for everyone once it is archived. */
export function FormReader({ form }: { form: FormDetail }) {
  const { t, i18n } = useTranslation()
  const { restore } = useArchive('forms', api.forms, '/forms')
  const { id, description, default_language, archived_at, status } = form
  const name = textIn(form.name, toLocale(i18n.language), default_language).text
  const { print, isPrinting } = usePrint(id, name, false)
  const definition = form.published?.definition ?? form.draft
  return (
    <>
      <PageHeader
        title={name}
        back={{ to: '/forms', text: t('forms.title') }}
        actions={
          <>
            <Button variant="default" leftSection={<IconPrinter size={20} />} loading={isPrinting} onClick={print}>
              {t('forms.printBlank')}
            </Button>
            {status === 'open' && !archived_at && (
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
