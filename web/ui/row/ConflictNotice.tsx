import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FigureTable } from '../figures/FigureTable.tsx'
import { Notice } from '../Notice.tsx'
import styles from './RowFormSheet.module.css'

/** A field that I and a colleague both changed, each as people read it; null when it was emptied. */
type Difference = { field: string; label: string; mine: ReactNode; theirs: ReactNode }

type Props = {
  differences: Difference[]
  /** Saves mine over theirs. */
  onKeepMine: () => void
  /** Takes theirs into the form. */
  onTakeTheirs: () => void
}

/** Somebody else saved the same row: shows both versions and lets the person decide. Nothing is lost until then. */
export function ConflictNotice({ differences, onKeepMine, onTakeTheirs }: Props) {
  const { t } = useTranslation()
  return (
    <Notice kind="attention">
      <p className={styles.text}>{t('problem.stale_revision')}</p>
      <FigureTable
        rows={differences}
        keyOf={({ field }) => field}
        columns={[
          { key: 'field', cell: ({ label }) => label },
          { key: 'mine', title: t('common.conflict.mine'), cell: ({ mine }) => mine ?? t('common.nothing') },
          { key: 'theirs', title: t('common.conflict.theirs'), cell: ({ theirs }) => theirs ?? t('common.nothing') },
        ]}
      />
      <Group gap="xs" mt="sm">
        <Button size="sm" variant="default" onClick={onTakeTheirs}>
          {t('common.conflict.takeTheirs')}
        </Button>
        <Button size="sm" variant="default" onClick={onKeepMine}>
          {t('common.conflict.keepMine')}
        </Button>
      </Group>
    </Notice>
  )
}
