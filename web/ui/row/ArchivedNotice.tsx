import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Notice } from '../Notice.tsx'
import styles from './ArchivedNotice.module.css'

/** Stands above an archived row; its children are what can be done about it. */
export function ArchivedNotice({ at, children }: { at: string; children?: ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={styles.notice}>
      <Notice kind="info">
        <div className={styles.row}>
          {t('common.archivedSince', { date: format.date(at) })}
          {children}
        </div>
      </Notice>
    </div>
  )
}
