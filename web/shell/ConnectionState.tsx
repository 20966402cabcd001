import { useNetwork } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueue } from '../lib/offline/useQueue.ts'
import { useUser } from '../lib/session/session.ts'
import { useRealtimeState } from '../realtime.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './TopBar.module.css'

/** Says when this device has no network or no connection to tend, and what is unsent because of that; silent otherwise. */
export function ConnectionState() {
  const { t } = useTranslation()
  const { online } = useNetwork()
  const state = useRealtimeState()
  const text = online ? state === 'lost' && t('shell.reconnecting') : t('shell.offline')
  const userId = useUser()?.id
  useEffect(() => (userId === undefined ? undefined : useQueue.run(userId)), [userId])
  return (
    <>
      <UnsentBadge />
      <span role="status" className={styles.state}>
        {text && <StatusBadge status="attention">{text}</StatusBadge>}
      </span>
    </>
  )
}

/** How much of the person's work is on this device alone, or else of others' who shared it; leads to it. Silent when there is none. */
function UnsentBadge() {
  const { t } = useTranslation()
  const { count, ofOthers } = useQueue()
  if (count + ofOthers === 0) return null
  return (
    <Link to="/outbox" className={styles.link}>
      {count > 0 ? (
        <StatusBadge status="attention">{t('common.unsent', { count })}</StatusBadge>
      ) : (
        <StatusBadge status="info">{t('common.unsentOfOthers', { count: ofOthers })}</StatusBadge>
      )}
    </Link>
  )
}
