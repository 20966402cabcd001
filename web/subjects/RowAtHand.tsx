import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SubjectType } from '#shared/subjects/registry.ts'
import { registerNames } from '../answers/registerNames.ts'
import { TasksAtHand } from '../tasks/TasksAtHand.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import type { Back } from '../ui/page/pageTitle.ts'
import { RowsHere } from './RowsHere.tsx'
import { SubjectActions } from './SubjectActions.tsx'

type Props = { type: SubjectType; id: number; back: Back; error: unknown; onRetry: () => void; skeleton: ReactNode }

/**
 * The page of a row that cannot be fetched, and that was never looked at on this device: whoever scanned its label without signal fills in
 * its forms, and sees their tasks about it and what stands there, as far as this device knows it by name.
 */
export function RowAtHand({ type, id, back, error, onRetry, skeleton }: Props) {
  const { t } = useTranslation()
  const { data: names, isPending } = useQuery(registerNames(type))
  if (isPending) return skeleton
  const row = names?.find(one => one.id === id)
  if (!row) return <ErrorState error={error} onRetry={onRetry} />
  const about = { type, id, name: row.name }
  return (
    <>
      <PageHeader title={row.name} back={back} actions={<SubjectActions about={about} />} />
      <Notice kind="info">{t('subjects.nameOnly')}</Notice>
      <TasksAtHand about={about} />
      <RowsHere about={about} />
    </>
  )
}
