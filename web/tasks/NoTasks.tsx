import { useTranslation } from 'react-i18next'
import { ClipboardDrawing } from '../ui/drawings/Drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/** For those whose role or company has no tasks. */
export function NoTasks() {
  const { t } = useTranslation()
  return <EmptyState drawing={<ClipboardDrawing />} title={t('today.noTasks')} text={t('today.noTasksText')} />
}
