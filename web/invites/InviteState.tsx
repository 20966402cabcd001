import { useTranslation } from 'react-i18next'
import type { InviteState as State } from '#shared/companies/rules.ts'
import type { Status } from '../ui/Notice.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'

const status: Record<State, Status> = {
  pending: 'info',
  delivery_failed: 'stop',
  expired: 'attention',
  accepted: 'ok',
  declined: 'attention',
  revoked: 'attention',
}

/** Where an invitation stands. */
export function InviteState({ state }: { state: State }) {
  const { t } = useTranslation()
  return <StatusBadge status={status[state]}>{t(`invites.states.${state}`)}</StatusBadge>
}
