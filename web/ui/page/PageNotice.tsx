import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice, type Status } from '../Notice.tsx'
import styles from './PageNotice.module.css'

type Props = { kind: Status; children: ReactNode }

/** Said above a screen, with the buttons that do something about it; `isSticky` keeps it in sight while the page is scrolled. */
export function PageNotice({ kind, actions, isSticky, children }: Props & { actions?: ReactNode; isSticky?: boolean }) {
  return (
    <div className={styles.place} data-sticky={isSticky || undefined}>
      <Notice kind={kind}>
        {actions ? (
          <div className={styles.row}>
            <span className={styles.text}>{children}</span>
            {actions}
          </div>
        ) : (
          children
        )}
      </Notice>
    </div>
  )
}

/** The same, to be put away once it has been read. */
export function ClosableNotice({ kind, onClose, children }: Props & { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.place}>
      <Notice kind={kind}>
        <div className={styles.closable}>
          <div>{children}</div>
          <ActionIcon className={styles.close} aria-label={t('common.close')} onClick={onClose}>
            <IconX size={20} />
          </ActionIcon>
        </div>
      </Notice>
    </div>
  )
}
