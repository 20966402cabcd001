import { Anchor, Button, TextInput } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settings } from '#shared/accounts/me.ts'
import { api } from '../api.ts'
import { ChangePasswordForm } from '../auth/password/ChangePasswordForm.tsx'
import { errorText } from '../lib/errorText.ts'
import { useFormat } from '../lib/format.ts'
import { saveFile } from '../lib/saveFile.ts'
import { refreshUser, useUser } from '../lib/session/session.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageSkeleton } from '../ui/page/PageHeader.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './Profile.module.css'
import { Section } from './ProfilePage.tsx'
import { SsoLinks } from './SsoLinks.tsx'

/** /profile/security: password and second factor, or the PIN of people without an email address. */
export function SecurityPage() {
  const { t } = useTranslation()
  const user = useUser()
  const settings = useQuery({ ...api.me.settings.query(), enabled: user?.email !== null })
  if (!user) return null
  if (user.email === null)
    return (
      <Section title={t('profile.pin.title')}>
        {user.user_name ? t('profile.pin.text') : t('profile.pin.guest')}
      </Section>
    )
  return (
    <>
      {user.two_factor_due && <Notice kind="attention">{t('problem.two_factor_required')}</Notice>}
      {user.sso?.has_password !== false && (
        <Section title={t('profile.password.title')} text={t('profile.password.text')}>
          <ChangePasswordForm user={user} />
        </Section>
      )}
      {settings.data ? (
        <TwoFactorSection state={settings.data.two_factor} isDue={user.two_factor_due} />
      ) : settings.error ? (
        <ErrorState error={settings.error} onRetry={() => settings.refetch()} />
      ) : (
        <PageSkeleton />
      )}
      <SsoLinks />
    </>
  )
}

type Props = {
  state: Settings['two_factor']
  /** A company waits for it. */
  isDue: boolean
}

/** The second factor: setting it up, new recovery codes, and turning it off where no company asks for it. */
function TwoFactorSection({ state, isDue }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const [codes, setCodes] = useState<string[]>()
  const changed = () => queries.invalidateQueries({ queryKey: api.me.settings.key })
  const starting = useMutation({ mutationFn: () => api.me.startTwoFactor(), onError: () => undefined })
  const renewing = useMutation({
    mutationFn: () => api.me.renewRecoveryCodes(),
    onSuccess: answer => {
      setCodes(answer.recovery_codes)
      changed()
    },
    onError: () => undefined,
  })
  const ending = useMutation({ mutationFn: () => api.me.endTwoFactor(), onSuccess: changed, onError: () => undefined })
  // The person first: the redirect to this set-up depends on it, and would lead back a person who leaves at once.
  const knowing = useMutation({ mutationFn: () => refreshUser().catch(() => undefined), onSuccess: changed })
  const error = starting.error ?? renewing.error ?? ending.error

  const frame = (content: ReactNode) => (
    <Section title={t('profile.twoFactor.title')} text={t('profile.twoFactor.text')}>
      {error && <Notice kind="stop">{errorText(error, t)}</Notice>}
      {content}
    </Section>
  )
  if (codes) return frame(<RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />)
  if (starting.data)
    return frame(
      <TwoFactorSetup
        offer={starting.data}
        onDone={recovery => {
          starting.reset()
          setCodes(recovery)
          knowing.mutate()
        }}
        onCancel={() => starting.reset()}
      />,
    )
  if (!state.enabled_at)
    return frame(
      <Button
        variant={isDue ? 'filled' : 'default'}
        loading={starting.isPending || knowing.isPending}
        onClick={() => starting.mutate()}
      >
        {t('profile.twoFactor.setUp')}
      </Button>,
    )
  return frame(
    <>
      <div className={styles.actions}>
        <StatusBadge status="ok">{t('profile.twoFactor.on', { date: format.date(state.enabled_at) })}</StatusBadge>
        <StatusBadge status={state.recovery_codes_left < 3 ? 'attention' : 'info'}>
          {t('profile.twoFactor.codesLeft', { count: state.recovery_codes_left })}
        </StatusBadge>
      </div>
      {state.is_required && <p className={styles.small}>{t('profile.twoFactor.required')}</p>}
      <div className={styles.actions}>
        <Button variant="default" loading={renewing.isPending} onClick={() => renewing.mutate()}>
          {t('profile.twoFactor.renew')}
        </Button>
        {!state.is_required && (
          <ConfirmButton
            question={t('profile.twoFactor.offQuestion')}
            confirmText={t('profile.twoFactor.off')}
            onConfirm={() => ending.mutate()}
            buttonProps={{ loading: ending.isPending }}
          >
            {t('profile.twoFactor.off')}
          </ConfirmButton>
        )}
      </div>
    </>,
  )
}

type RecoveryCodesProps = { codes: string[]; onKept: () => void }

/** The recovery codes, shown this once: to copy, to save as a file, or to write down. */
function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
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

type TwoFactorSetupProps = {
  /** The new secret, as text and as the address that the QR code says. */
  offer: { secret: string; address: string }
  /** The first code was right: the recovery codes. */
  onDone: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Takes the secret into an authenticator app, and proves with a first code that it is there. */
function TwoFactorSetup({ offer, onDone, onCancel }: TwoFactorSetupProps) {
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
