import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useUnsent } from '../lib/offline/unsent.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './ConnectionState.module.css'

/** How much of the person's work is on this device alone, or else of others' who shared it; leads to it. Silent when there is none. */
export function UnsentBadge() {
  const { t } = useTranslation()
  const { count, ofOthers } = useUnsent()
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
