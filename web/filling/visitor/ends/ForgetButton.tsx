import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './ClosedPage.module.css'

/** Removes what was typed from this device, for those who share it with others; asks before. */
export function ForgetButton({ onForget }: { onForget: () => Promise<void> }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function forget() {
    setBusy(true)
    await onForget().finally(() => setBusy(false))
    setAsking(false)
  }

  if (!isAsking)
    return (
      <Button variant="subtle" color="gray" leftSection={<IconTrash size={18} />} onClick={() => setAsking(true)}>
        {t('public.forget.button')}
      </Button>
    )
  return (
    <div className={styles.question} role="alertdialog" aria-label={t('public.forget.question')}>
      <p className={styles.text}>{t('public.forget.question')}</p>
      <div className={styles.buttons}>
        <Button variant="default" autoFocus onClick={() => setAsking(false)}>
          {t('common.cancel')}
        </Button>
        <Button color="red" loading={isBusy} onClick={forget}>
          {t('public.forget.confirm')}
        </Button>
      </div>
    </div>
  )
}
