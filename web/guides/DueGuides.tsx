import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { CountBadge } from '../ui/figures/CountBadge.tsx'

/** What this person still has to read and confirm; also kept on the device (keepGuides.ts). */
export const dueGuides = api.guides.list.query({ is_due: true, per_page: 5 })

export function useDueGuides() {
  const isReader = useAbility()('read', 'Guide')
  const isAtWork = useUser()?.company_id != null
  return useQuery({ ...dueGuides, enabled: isReader && isAtWork }).data
}

/** How many guides wait to be read, as a badge on their place in the navigation. */
export function DueGuideCount() {
  const { t } = useTranslation()
  const count = useDueGuides()?.meta.total ?? 0
  return <CountBadge count={count} words={t('guides.dueCount', { count })} />
}
