import { useTranslation } from 'react-i18next'
import { useRealtimeState } from '../../realtime.ts'
import styles from './ThreadPane.module.css'

/** That the connection was lost, in the specification's words; a screen reader also hears that it is back. */
export function Connection() {
  const { t } = useTranslation()
  const state = useRealtimeState()
  return (
    <div role="status" className={state === 'lost' ? styles.lost : styles.hidden}>
      {state === 'lost' ? t('messaging.lost') : state === 'connected' ? t('messaging.connected') : ''}
    </div>
  )
}
