import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../lib/errorText.ts'
import { switchBack } from '../lib/signIn.ts'
import { Notice } from '../ui/Notice.tsx'
import { tellFailed } from '../ui/toast.tsx'
import styles from './AccountNotices.module.css'

type Props = { name: string; by: { name: string } }

/** While an admin acts as somebody else: said on every screen, with the way back. */
export function ActingNotice({ name, by }: Props) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)

  async function goBack() {
    setBusy(true)
    await switchBack().catch(error => {
      setBusy(false)
      return tellFailed(errorText(error, t))
    })
  }

  return (
    <div className={styles.place} data-sticky>
      <Notice kind="attention">
        <div className={styles.row}>
          <strong className={styles.text}>{t('auth.acting.text', { name })}</strong>
          <Button variant="default" size="sm" loading={isBusy} onClick={goBack}>
            {t('auth.acting.back', { name: by.name })}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
