import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Drawer } from './floatingParts.tsx'
import { focusFirstField } from './focusOnNavigate.ts'
import styles from './SideSheet.module.css'

type Props = {
  title: string
  /** Called when the sheet has slid away; the owner then stops rendering it. */
  onClosed: () => void
  /** The person has typed something that is not saved: closing asks first. */
  hasUnsaved?: boolean
  /** Called when the person chooses to drop what was typed. */
  onDiscard?: () => void
  /** `close` is the cross; `leave` asks nothing, after a save. */
  children: (close: () => void, leave: () => void) => ReactNode
}

/**
 * Editing beside the list, so that the list stays. Shown while it is rendered; its form ends with a
 * `SheetFooter`.
 */
export function SideSheet({ title, onClosed, hasUnsaved, onDiscard, children }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [isAsking, setAsking] = useState(false)
  useEffect(() => setOpened(true), [])
  const leave = () => setOpened(false)
  const close = () => (hasUnsaved ? setAsking(true) : leave())
  return (
    <Drawer
      opened={opened}
      onClose={close}
      onExitTransitionEnd={onClosed}
      title={
        <span tabIndex={-1} data-heading className={styles.heading}>
          {title}
        </span>
      }
      position="right"
      size="lg"
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ content: styles.content, header: styles.header, title: styles.title, body: styles.body }}
    >
      <div ref={focusFirstField} className={styles.inside}>
        {isAsking && (
          <div className={styles.question} role="alertdialog" aria-label={t('common.unsavedQuestion')}>
            <span>{t('common.unsavedQuestion')}</span>
            <Button
              variant="default"
              size="sm"
              onClick={() => {
                onDiscard?.()
                leave()
              }}
            >
              {t('common.discard')}
            </Button>
            <Button size="sm" variant="default" autoFocus onClick={() => setAsking(false)}>
              {t('common.keepEditing')}
            </Button>
          </div>
        )}
        {children(close, leave)}
      </div>
    </Drawer>
  )
}

/** The buttons of a sheet's form, at the thumb. */
export function SheetFooter({ children }: { children: ReactNode }) {
  return <div className={styles.footer}>{children}</div>
}
