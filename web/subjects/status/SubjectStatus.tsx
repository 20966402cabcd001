import { useTranslation } from 'react-i18next'
import type { SubjectStatus as State } from '#shared/subjects/registry.ts'
import { useFormat } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

/** The state of a row as icon, word and colour; nothing while nobody has found anything. */
export function SubjectStatus({ state }: { state: State | undefined }) {
  const { t } = useTranslation()
  return state && <StatusBadge status={state}>{t(`submissions.subjectStates.${state}`)}</StatusBadge>
}

type HeldFlagProps = {
  until: string | null | undefined
  /** Below a heading that says so, the day is enough. */
  isDayOnly?: boolean
}

/** Says that something of an animal or a group must not be sold, while that holds. */
export function HeldFlag({ until, isDayOnly }: HeldFlagProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!until || until < format.dayOf(Date.now())) return null
  const day = format.date(until)
  return <StatusBadge status="stop">{isDayOnly ? day : t('submissions.heldUntil', { day })}</StatusBadge>
}
