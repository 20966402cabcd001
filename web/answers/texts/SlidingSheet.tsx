import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../ui/lazyPart.tsx'
import styles from './SlidingSheet.module.css'

const Drawer = lazyPart(() => import('../../ui/drawer.ts').then(part => part.Drawer))

export type SheetProps = { title: ReactNode; opened: boolean; onClose: () => void; children: ReactNode }

/** Something short that slides up from below and leaves the form where it is. */
export function SlidingSheet({ title, opened, onClose, children }: SheetProps) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ content: styles.content, title: styles.title, body: styles.body }}
    >
      {children}
    </Drawer>
  )
}
