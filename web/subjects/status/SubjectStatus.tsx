import { useTranslation } from 'react-i18next'
import type { SubjectStatus as State } from '#shared/subjects/registry.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

/** The state of a row as icon, word and colour; nothing while nobody has found anything. */
export function SubjectStatus({ state }: { state: State | undefined }) {
  const { t } = useTranslation()
  return state && <StatusBadge status={state}>{t(`submissions.subjectStates.${state}`)}</StatusBadge>
}
