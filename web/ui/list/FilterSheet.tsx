import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SheetFooter, SideSheet } from '../SideSheet.tsx'
import styles from './ListToolbar.module.css'

/** The filters of a list below each other; the list follows at once. */
export function FilterSheet({ children, onClosed }: { children: ReactNode; onClosed: () => void }) {
  const { t } = useTranslation()
  return (
    <SideSheet title={t('common.filter')} onClosed={onClosed}>
      {close => (
        <div className={styles.sheet}>
          {children}
          <SheetFooter>
            <Button onClick={close}>{t('common.showList')}</Button>
          </SheetFooter>
        </div>
      )}
    </SideSheet>
  )
}
