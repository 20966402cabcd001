import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import type { Translate } from '#shared/lib/translate.ts'
import { saveFile } from '../lib/saveFile.ts'
import { currentUser } from '../lib/session.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './RescueButton.module.css'

/** Saves everything that is not sent as one file, for the person to pass on by another way. */
export function RescueButton({ userId }: { userId: number }) {
  const { t, i18n } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [isFailed, setFailed] = useState(false)

  async function save() {
    setBusy(true)
    setFailed(false)
    try {
      const reader = {
        locale: toLocale(i18n.language),
        timeZone: currentUser()?.time_zone,
        t: t as unknown as Translate,
      }
      const { rescueCopy } = await import('./rescueCopy.ts')
      saveFile(await rescueCopy(userId, reader), `tend ${new Date().toISOString().slice(0, 10)}.zip`)
    } catch (error) {
      console.error('No copy could be made', error)
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className={styles.rescue} aria-label={t('filling.outbox.saveCopy')}>
      <p className={styles.text}>{t('filling.outbox.saveCopyText')}</p>
      <Button variant="default" size="md" leftSection={<IconDownload size={20} />} loading={isBusy} onClick={save}>
        {t('filling.outbox.saveCopy')}
      </Button>
      {isFailed && <Notice kind="stop">{t('filling.outbox.copyFailed')}</Notice>}
    </section>
  )
}
