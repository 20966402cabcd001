import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inTab, storedText } from '../../lib/storage.ts'
import { Notice, type Status } from '../Notice.tsx'
import styles from './PageNotice.module.css'

type Props = { kind: Status; children: ReactNode }

/**
 * Said above a screen, with the buttons that do something about it; `isSticky` keeps it in sight while the page is
 * scrolled.
 */
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

/**
 * What a person has read or put off until the browser is closed: true when `value` is what was put away under `key`,
 * and what puts it away. In session storage, so that it comes back with the next visit, and when there is something new
 * to say.
 */
export function useDismissed(key: string, value = 'yes'): [isAway: boolean, putAway: () => void] {
  const stored = storedText(inTab, key)
  const [away, setAway] = useState(stored.read)
  return [
    away === value,
    () => {
      stored.write(value)
      setAway(value)
    },
  ]
}

/**
 * Warns on plain http from another machine, where browsers withhold what tend needs in the field. Silent everywhere
 * else.
 */
export function InsecureNotice() {
  const { t } = useTranslation()
  const [wasRead, close] = useDismissed('tend_insecure_read')
  if (window.isSecureContext || wasRead) return null
  return (
    <ClosableNotice kind="attention" onClose={close}>
      <strong>{t('common.insecure.title')}</strong>
      <div>{t('common.insecure.text')}</div>
    </ClosableNotice>
  )
}
