import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../ui/Notice.tsx'
import styles from './InsecureNotice.module.css'

/** In session storage: whoever has read it is not told again until the browser is closed. */
const key = 'tend_insecure_read'

/** Warns on plain http from another machine, where browsers withhold what tend needs in the field. Silent everywhere else. */
export function InsecureNotice() {
  const { t } = useTranslation()
  const [wasRead, setRead] = useState(() => sessionStorage.getItem(key) !== null)
  if (window.isSecureContext || wasRead) return null

  function close() {
    sessionStorage.setItem(key, 'yes')
    setRead(true)
  }

  return (
    <div className={styles.place}>
      <Notice kind="attention">
        <div className={styles.notice}>
          <div>
            <strong>{t('common.insecure.title')}</strong>
            <div>{t('common.insecure.text')}</div>
          </div>
          <ActionIcon className={styles.close} aria-label={t('common.close')} onClick={close}>
            <IconX size={20} />
          </ActionIcon>
        </div>
      </Notice>
    </div>
  )
}
