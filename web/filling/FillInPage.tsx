import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Can } from '../lib/ability.tsx'
import { ClipboardDrawing } from '../ui/drawings/ClipboardDrawing.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { PageSkeleton } from '../ui/page/PageSkeleton.tsx'
import { DraftList } from './DraftList.tsx'
import { FormList } from './FormList.tsx'
import { useDraftRows } from './useDraftRows.ts'
import { useOpenForms } from './useOpenForms.ts'

/** Nobody waits longer for what else was begun: it stands above the forms, which it would push away under a finger. */
const patienceMs = 2_000

function useIsLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}

/** Where filling in begins: what was begun, and every form that is open. */
export function FillInPage() {
  const { t } = useTranslation()
  const { drafts, areComing } = useDraftRows()
  const isLate = useIsLate()
  const { forms, areCopies, error, retry, asOf } = useOpenForms()
  return (
    <>
      <PageHeader title={t('filling.title')} isColumn />
      {drafts.length > 0 && <DraftList drafts={drafts} />}
      {!forms || (areComing && !isLate) ? (
        <PageSkeleton />
      ) : forms.length > 0 ? (
        <FormList forms={forms} asOf={asOf} hasDrafts={drafts.length > 0} />
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <EmptyState
          drawing={<ClipboardDrawing />}
          title={t(areCopies ? 'filling.noCopies' : 'filling.noForms')}
          text={t(areCopies ? 'filling.noCopiesText' : 'filling.noFormsText')}
          action={
            !areCopies && (
              <Can I="create" a="Form">
                <PathLink href="/forms/new">{t('forms.add')}</PathLink>
              </Can>
            )
          }
        />
      )}
    </>
  )
}
