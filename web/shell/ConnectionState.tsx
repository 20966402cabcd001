import { useNetwork } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { setQueue, useQueue } from '../lib/offline/useQueue.ts'
import { loadWithRetry } from '../lib/retry.ts'
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
  useQueueRunner()
  return (
    <>
      <UnsentBadge />
      <span role="status" className={styles.state}>
        {text && <StatusBadge status="attention">{text}</StatusBadge>}
      </span>
    </>
  )
}

/** Keeps the outbox at work for the signed-in person; the shell calls it once. */
function useQueueRunner(): void {
  const userId = useUser()?.id
  useEffect(() => {
    if (userId === undefined) return
    let stop = () => {}
    const callOff = loadWithRetry(
      () => import('../lib/offline/startQueue.ts'),
      ({ startQueue }) => {
        stop = startQueue(userId)
      },
    )
    return () => {
      callOff()
      stop()
      setQueue()
    }
  }, [userId])
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
