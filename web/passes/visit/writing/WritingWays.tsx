import { Button } from '@mantine/core'
import { IconFileSearch, IconNotebook } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import styles from '../Pass.module.css'
import { useRequests } from '../requests/RequestsProvider.tsx'
import { useWriting } from './WritingProvider.tsx'

/** The ways to the inspector's own findings and requests, with how many are open and whether something is not sent. */
export function WritingWays() {
  const { t } = useTranslation()
  const format = useFormat()
  const { waiting: unsent } = useWriting()
  const { requests, waiting } = useRequests()
  const open = requests.filter(({ state }) => state === 'open').length + waiting.length
  return (
    <div className={styles.buttons}>
      <Button component="a" href="#written" leftSection={<IconNotebook size={20} aria-hidden />}>
        {t('passes.written.own')}
      </Button>
      <Button
        component="a"
        href="#requests"
        variant="default"
        leftSection={<IconFileSearch size={20} aria-hidden />}
        rightSection={
          open > 0 ? `${t('passes.requests.states.open')}${t('common.colon')} ${format.number(open)}` : undefined
        }
      >
        {t('passes.requests.title')}
      </Button>
      {unsent.length > 0 && <StatusBadge status="attention">{t('passes.written.notSent')}</StatusBadge>}
    </div>
  )
}
