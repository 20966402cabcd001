import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Drawer } from '../../ui/floatingParts.tsx'
import styles from './FormText.module.css'

/** The form can be answered first. */
const delayMs = 1_000

/** The sheet is fetched behind the form: its header renders one, so that it is there before somebody opens it. */
export function BottomSheet(props: SheetProps) {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  return isWanted || props.opened ? <SlidingSheet {...props} /> : null
}

type SheetProps = { title: ReactNode; opened: boolean; onClose: () => void; children: ReactNode }

/** Something short that slides up from below and leaves the form where it is. */
function SlidingSheet({ title, opened, onClose, children }: SheetProps) {
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
