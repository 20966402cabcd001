import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from '../draft/EndedPage.module.css'

/** The same form, sent from another tab of this browser. */
export function SentElsewhere({ onRestart }: { onRestart: () => void }) {
  const { t } = useTranslation()
  return (
    <section className={styles.page}>
      <IconCircleCheck size={56} className={styles.icon} data-status="ok" />
      <h1 className={styles.title}>{t('publicForm.sentElsewhere')}</h1>
      <div className={styles.actions}>
        <Button size="lg" variant="default" onClick={onRestart}>
          {t('public.thanks.another')}
        </Button>
      </div>
    </section>
  )
}
