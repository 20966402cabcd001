import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './BulkBar.module.css'
import type { Selection } from './useSelection.ts'

/** Stands at the foot of the list while rows are picked, with what can be done to all of them. */
export function BulkBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const { t } = useTranslation()
  if (selection.ids.size === 0) return null
  return (
    <section className={styles.bar} aria-label={t('common.selected', { count: selection.ids.size })}>
      <span className={styles.count}>{t('common.selected', { count: selection.ids.size })}</span>
      {children}
      <Button variant="subtle" color="gray" onClick={selection.clear}>
        {t('common.clearSelection')}
      </Button>
    </section>
  )
}
