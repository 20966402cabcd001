import { useNetwork } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useOutbox } from '../lib/offline/unsent.ts'
import { useRealtimeState } from '../realtime.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './ConnectionState.module.css'
import { UnsentBadge } from './UnsentBadge.tsx'

/** Says when this device has no network or no connection to tend, and what is unsent because of that; silent otherwise. */
export function ConnectionState() {
  const { t } = useTranslation()
  const { online } = useNetwork()
  const state = useRealtimeState()
  const text = online ? state === 'lost' && t('shell.reconnecting') : t('shell.offline')
  useOutbox()
  return (
    <>
      <UnsentBadge />
      <span role="status" className={styles.state}>
        {text && <StatusBadge status="attention">{text}</StatusBadge>}
      </span>
    </>
  )
}
