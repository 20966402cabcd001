import '../lib/installOffer.ts'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { checkEvery, newVersion, update } from '../lib/newVersion.ts'
import { untilLeft, useAction } from '../lib/useAction.ts'
import styles from './VersionNotice.module.css'

/** The screen comes first. */
const firstCheckMs = 2_000

/** Asks whether to update when there is another version. It waits in its corner: nobody is interrupted while typing. */
export function VersionNotice() {
  const { t } = useTranslation()
  const [version, setVersion] = useState<string>()
  const { run: yes, isBusy } = useAction((chosen: string) => {
    update(chosen)
    return untilLeft
  })
  useEffect(() => {
    // Without an answer the question can wait for the next time; the client has logged why.
    const check = () => newVersion().then(setVersion, () => undefined)
    const first = setTimeout(check, firstCheckMs)
    const timer = setInterval(check, checkEvery)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [])

  // Outside of the page's own layer, so that it can be answered beside an open sheet.
  return createPortal(
    <div role="status" className={styles.place}>
      {version && (
        <section className={styles.notice} aria-label={t('common.newVersion.question')}>
          <p className={styles.question}>{t('common.newVersion.question')}</p>
          <p className={styles.kept}>{t('common.newVersion.kept')}</p>
          <div className={styles.answers}>
            <Button variant="default" onClick={() => setVersion(undefined)}>
              {t('common.newVersion.no')}
            </Button>
            <Button loading={isBusy} onClick={() => yes(version)}>
              {t('common.newVersion.yes')}
            </Button>
          </div>
        </section>
      )}
    </div>,
    document.body,
  )
}
