import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { currentFormats } from '../lib/format.ts'
import { useQueue } from '../lib/offline/useQueue.ts'
import { saveFile } from '../lib/saveFile.ts'
import { useAction } from '../lib/useAction.ts'
import { useReader } from '../lib/useReader.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './OutboxList.module.css'

/** Saves everything that is not sent as one file, for the person to pass on by another way. */
export function RescueButton({ userId }: { userId: number }) {
  const { t } = useTranslation()
  const reader = useReader()
  const {
    run: save,
    isBusy,
    error,
  } = useAction(async () => {
    try {
      saveFile(await useQueue.exportZip(userId, reader), `tend ${currentFormats().dayOf(Date.now())}.zip`)
    } catch (error) {
      console.error('No copy could be made', error)
      throw error
    }
  })

  return (
    <section className={styles.rescue} aria-label={t('filling.outbox.saveCopy')}>
      <p className={styles.text}>{t('filling.outbox.saveCopyText')}</p>
      <Button variant="default" size="md" leftSection={<IconDownload size={20} />} loading={isBusy} onClick={save}>
        {t('filling.outbox.saveCopy')}
      </Button>
      {error !== undefined && <Notice kind="stop">{t('filling.outbox.copyFailed')}</Notice>}
    </section>
  )
}
