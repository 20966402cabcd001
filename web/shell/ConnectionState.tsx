import { useNetwork } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useRealtimeState } from '../realtime.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'

/** Says when this device has no network, or no connection to tend; silent otherwise. */
export function ConnectionState() {
  const { t } = useTranslation()
  const { online } = useNetwork()
  const state = useRealtimeState()
  const text = online ? state === 'lost' && t('shell.reconnecting') : t('shell.offline')
  return <span role="status">{text && <StatusBadge status="attention">{text}</StatusBadge>}</span>
}
