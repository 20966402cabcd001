import { Button } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { errorText } from '../lib/errorText.ts'
import { saveFile } from '../lib/saveFile.ts'
import { Notice } from '../ui/Notice.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './Profile.module.css'
import { Section } from './ProfilePage.tsx'

type Props = {
  /** How many are left. */
  left?: number
  onRenewed?: (codes: string[]) => void
  /** In place of both: new codes, shown this once. */
  children?: ReactNode
}

/** The recovery codes, which take the place of a lost authenticator or passkey. */
export function RecoverySection({ left = 0, onRenewed, children }: Props) {
  const { t } = useTranslation()
  const renewing = useMutation({
    mutationFn: () => api.me.renewRecoveryCodes(),
    onSuccess: ({ recovery_codes }) => onRenewed?.(recovery_codes),
    onError: () => undefined,
  })
  return (
    <Section title={t('profile.twoFactor.codes')}>
      {renewing.error && <Notice kind="stop">{errorText(renewing.error, t)}</Notice>}
      {children ?? (
        <div className={styles.actions}>
          <StatusBadge status={left < 3 ? 'attention' : 'info'}>
            {t('profile.twoFactor.codesLeft', { count: left })}
          </StatusBadge>
          <Button variant="default" loading={renewing.isPending} onClick={() => renewing.mutate()}>
            {t('profile.twoFactor.renew')}
          </Button>
        </div>
      )}
    </Section>
  )
}

type RecoveryCodesProps = { codes: string[]; onKept: () => void }

/** The recovery codes, shown this once: to copy, to save as a file, or to write down. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
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
