import { Button } from '@mantine/core'
import { IconNotebook } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import styles from '../Pass.module.css'
import { useWriting } from './WritingProvider.tsx'

/** The way to what the inspector writes, and others beside it; it says whether something is not sent. */
export function WayToWritten({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { waiting } = useWriting()
  return (
    <div className={styles.buttons}>
      <Button component="a" href="#written" leftSection={<IconNotebook size={20} aria-hidden />}>
        {t('passes.written.own')}
      </Button>
      {children}
      {waiting.length > 0 && <StatusBadge status="attention">{t('passes.written.notSent')}</StatusBadge>}
    </div>
  )
}
