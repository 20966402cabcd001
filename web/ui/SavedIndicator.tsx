import { IconCheck, IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'
import styles from './SavedIndicator.module.css'

type Props = {
  /** When the last change was kept; null before the first. */
  savedAt: Date | null
  /** Changes are on their way. */
  isSaving?: boolean
  /** Text for content that is on this device only, because there is no connection. */
  unsent?: number
}

/** "Saved 10:42", "Saving", or "3 unsent": always visible where people type. */
export function SavedIndicator({ savedAt, isSaving, unsent = 0 }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [Icon, text] = unsent
    ? [IconCloudOff, t('common.unsent', { count: unsent })]
    : isSaving
      ? [IconRefresh, t('common.saving')]
      : savedAt
        ? [IconCheck, t('common.savedAt', { time: format.time(savedAt) })]
        : []
  return (
    <span className={styles.saved} role="status">
      {Icon && <Icon size={16} />}
      {text}
    </span>
  )
}
