import { Anchor, Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { errorText } from '../lib/errorText.ts'
import { QrCode } from '../ui/QrCode.tsx'
import styles from './Profile.module.css'

type Props = {
  /** The new secret, as text and as the address that the QR code says. */
  offer: { secret: string; address: string }
  /** The first code was right: the recovery codes. */
  onDone: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Takes the secret into an authenticator app, and proves with a first code that it is there. */
export function TwoFactorSetup({ offer, onDone, onCancel }: Props) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const form = useRef<HTMLFormElement>(null)
  // The button that led here is gone, and with it the focus.
  useEffect(() => form.current?.focus(), [])
  const confirming = useMutation({
    mutationFn: () => api.me.confirmTwoFactor({ code: code.replace(/\s/g, '') }),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
    onError: () => undefined,
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    confirming.mutate()
  }
  return (
    <form ref={form} tabIndex={-1} className={styles.form} noValidate onSubmit={submit}>
      <p className={styles.step}>{t('profile.twoFactor.scan')}</p>
      <QrCode text={offer.address} label={t('profile.twoFactor.qr')} />
      <p className={styles.step}>
        <Anchor href={offer.address}>{t('profile.twoFactor.sameDevice')}</Anchor>
      </p>
      <p className={styles.step}>
        {t('profile.twoFactor.byHand')}
        <br />
        <code className={styles.secret}>{offer.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <TextInput
        label={t('profile.twoFactor.firstCode')}
        error={confirming.error ? errorText(confirming.error, t) : undefined}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        value={code}
        onChange={event => setCode(event.currentTarget.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" loading={confirming.isPending} disabled={code.trim().length < 6}>
          {t('profile.twoFactor.turnOn')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
