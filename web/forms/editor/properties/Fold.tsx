import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session/session.ts'
import { isRecord, onDevice, storedJson } from '../../../lib/storage.ts'
import styles from './Properties.module.css'

type Props = {
  /** By which it is remembered whether somebody wants it open. */
  part: string
  title: string
  /** Something is said in it: it is open unless somebody closed it, and says so while it is closed. */
  isUsed: boolean
  field?: string
  children: ReactNode
}

/**
 * A part of the properties that few forms need. Its fields are in the page while it is folded too, so that a mistake
 * can lead there (`unfoldAround`).
 */
export function Fold({ part, title, isUsed, field, children }: Props) {
  const { t } = useTranslation()
  const userId = useUser()?.id ?? 0
  // Open as it was found: removing the last entry does not fold it under the person's hands.
  const [isOpen, setOpen] = useState(() => readFold(userId, part) ?? isUsed)
  return (
    <details
      className={styles.fold}
      data-field={field}
      open={isOpen}
      onToggle={event => {
        const { open } = event.currentTarget
        if (open === isOpen) return
        setOpen(open)
        keepFold(userId, part, open)
      }}
    >
      <summary className={styles.title}>
        <IconChevronRight size={18} className={styles.arrow} />
        {title}
        {isUsed && !isOpen && <span className={styles.used}>{t('formProperties.inUse')}</span>}
      </summary>
      <div className={styles.parts}>{children}</div>
    </details>
  )
}

/** Opens what is folded around a field that somebody is led to. */
export function unfoldAround(field: Element | null | undefined): void {
  const fold = field?.closest('details')
  if (!fold) return
  fold.open = true
  unfoldAround(fold.parentElement)
}

// Which parts of the properties somebody opened or closed last; kept on the device, for each person who uses it.

const stored = (userId: number) => storedJson(onDevice, `tend_folds_${userId}`, kept => (isRecord(kept) ? kept : null))

/** What was chosen about a part; nothing while nobody has. */
function readFold(userId: number, part: string): boolean | undefined {
  const chosen = stored(userId).read()?.[part]
  return typeof chosen === 'boolean' ? chosen : undefined
}

/** Remembers that a part was opened, or closed. */
function keepFold(userId: number, part: string, isOpen: boolean): void {
  stored(userId).write({ ...stored(userId).read(), [part]: isOpen })
}
