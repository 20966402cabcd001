import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import styles from './BulkBar.module.css'
import type { Selection } from './useSelection.ts'

/** Stands at the foot of the list while rows are picked, with what can be done to all of them; on phones behind one button. */
export function BulkBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const format = useFormat()
  const { elsewhere } = selection
  if (selection.ids.size === 0) return null
  return (
    <section className={styles.bar} aria-label={t('common.selected', { count: selection.ids.size })}>
      <span className={styles.count}>
        {t('common.selected', { count: selection.ids.size })}
        {elsewhere > 0 && ` · ${t('common.selectedElsewhere', { number: format.number(elsewhere) })}`}
      </span>
      <Button
        className={styles.more}
        variant="default"
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={isOpen ? <IconChevronDown size={18} /> : <IconChevronUp size={18} />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('common.withSelected')}
      </Button>
      <div id={id} className={styles.acts} data-open={isOpen || undefined}>
        {children}
        <Button variant="subtle" color="gray" onClick={selection.clear}>
          {t('common.clearSelection')}
        </Button>
      </div>
    </section>
  )
}
