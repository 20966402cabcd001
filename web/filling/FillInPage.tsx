import { useTranslation } from 'react-i18next'
import { ClipboardDrawing } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { PageSkeleton } from '../ui/page/PageSkeleton.tsx'
import { DraftList } from './DraftList.tsx'
import { FormList } from './FormList.tsx'
import { useDraftRows } from './useDraftRows.ts'
import { useOpenForms } from './useOpenForms.ts'

/** Where filling in begins: what was begun, and every form that is open. */
export function FillInPage() {
  const { t } = useTranslation()
  const drafts = useDraftRows()
  const { forms, asOf } = useOpenForms()
  return (
    <>
      <PageHeader title={t('filling.title')} isColumn />
      {drafts.length > 0 && <DraftList drafts={drafts} />}
      {!forms ? (
        <PageSkeleton />
      ) : forms.length > 0 ? (
        <FormList forms={forms} asOf={asOf} hasDrafts={drafts.length > 0} />
      ) : (
        <EmptyState drawing={<ClipboardDrawing />} title={t('filling.noForms')} text={t('filling.noFormsText')} />
      )}
    </>
  )
}
