import { Button } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../lib/saveFile.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './Profile.module.css'

type Props = { codes: string[]; onKept: () => void }

/** The recovery codes, shown this once: to copy, to save as a file, or to write down. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const text = codes.join('\n')
  // The step before is gone, and with it the focus.
  useEffect(() => list.current?.focus(), [])
  return (
    <>
      <Notice kind="attention">{t('profile.twoFactor.keep')}</Notice>
      <ol ref={list} tabIndex={-1} className={styles.codes} aria-label={t('profile.twoFactor.codes')}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.actions}>
        {/* Browsers withhold the clipboard on plain http from another machine. */}
        {navigator.clipboard && (
          <Button
            variant="default"
            leftSection={<IconCopy size={20} />}
            onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}
          >
            {isCopied ? t('profile.twoFactor.copied') : t('profile.twoFactor.copy')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconDownload size={20} />}
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'tend-recovery-codes.txt')}
        >
          {t('profile.twoFactor.download')}
        </Button>
        <Button onClick={onKept}>{t('profile.twoFactor.kept')}</Button>
      </div>
    </>
  )
}
