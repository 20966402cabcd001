import { Anchor, Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settings } from '#shared/accounts/me.ts'
import type { passkeys as passkeyCalls } from '#shared/accounts/passkeys.ts'
import type { ResultOf } from '#shared/lib/contract.ts'
import { administration } from '../administrationApi.ts'
import { api } from '../api.ts'
import { ChangePasswordForm } from '../auth/password/ChangePasswordForm.tsx'
import { errorText } from '../lib/errorText.ts'
import { useFormat } from '../lib/format.ts'
import { refreshUser, useUser } from '../lib/session/session.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageSkeleton } from '../ui/page/PageHeader.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { tellDone } from '../ui/toast.tsx'
import { ownPasskeys, PasskeysSection } from './PasskeysSection.tsx'
import styles from './Profile.module.css'
import { Section } from './ProfilePage.tsx'
import { RecoveryCodes, RecoverySection } from './RecoverySection.tsx'

/** /profile/security: password, second factor and passkeys, or the PIN of people without an email address. */
export function SecurityPage() {
  const { t } = useTranslation()
  const user = useUser()
  const settings = useQuery({ ...api.me.settings.query(), enabled: user?.email !== null })
  const passkeys = useQuery({ ...ownPasskeys.list.query(), enabled: user?.email !== null })
  const error = settings.error ?? passkeys.error
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
      {settings.data && passkeys.data ? (
        <Factors state={settings.data.two_factor} passkeys={passkeys.data} isDue={user.two_factor_due} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => Promise.all([settings.refetch(), passkeys.refetch()])} />
      ) : (
        <PageSkeleton />
      )}
      <SsoLinks />
    </>
  )
}

type FactorsProps = {
  state: Settings['two_factor']
  passkeys: ResultOf<typeof passkeyCalls.list>
  /** A company waits for a second factor. */
  isDue: boolean
}

/** The authenticator, the passkeys, and the recovery codes for when they are lost. */
function Factors({ state, passkeys, isDue }: FactorsProps) {
  const queries = useQueryClient()
  const [codes, setCodes] = useState<string[]>()
  const changed = () =>
    Promise.all([api.me.settings.key, ownPasskeys.list.key].map(queryKey => queries.invalidateQueries({ queryKey })))
  // The person first: the redirect to this set-up depends on it, and would lead back a person who leaves at once.
  const knowing = useMutation({ mutationFn: () => refreshUser().catch(() => undefined), onSuccess: changed })
  function added(recovery: string[]) {
    if (recovery.length > 0) setCodes(recovery)
    knowing.mutate()
  }
  const count = passkeys.passkeys.length
  if (codes)
    return (
      <RecoverySection>
        <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
      </RecoverySection>
    )
  return (
    <>
      <TwoFactorSection
        state={state}
        isDue={isDue}
        isLast={count === 0}
        isBusy={knowing.isPending}
        onAdded={added}
        onChanged={changed}
      />
      <PasskeysSection
        passkeys={passkeys}
        isLast={state.is_required && state.enabled_at === null && count === 1}
        onAdded={added}
        onChanged={changed}
      />
      {(state.enabled_at !== null || count > 0) && (
        <RecoverySection left={state.recovery_codes_left} onRenewed={setCodes} />
      )}
    </>
  )
}

type Props = {
  state: Settings['two_factor']
  /** A company waits for it. */
  isDue: boolean
  /** There is no passkey beside it. */
  isLast: boolean
  isBusy: boolean
  /** It is on: the recovery codes. */
  onAdded: (recoveryCodes: string[]) => void
  onChanged: () => void
}

/** The authenticator app: setting it up, and turning it off where no company asks for it. */
function TwoFactorSection({ state, isDue, isLast, isBusy, onAdded, onChanged }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const starting = useMutation({ mutationFn: () => api.me.startTwoFactor(), onError: () => undefined })
  const ending = useMutation({
    mutationFn: () => api.me.endTwoFactor(),
    onSuccess: onChanged,
    onError: () => undefined,
  })
  const error = starting.error ?? ending.error
  const isKept = state.is_required && isLast

  const frame = (content: ReactNode) => (
    <Section title={t('profile.twoFactor.title')} text={t('profile.twoFactor.text')}>
      {error && <Notice kind="stop">{errorText(error, t)}</Notice>}
      {content}
    </Section>
  )
  if (starting.data)
    return frame(
      <TwoFactorSetup
        offer={starting.data}
        onDone={recovery => {
          starting.reset()
          onAdded(recovery)
        }}
        onCancel={() => starting.reset()}
      />,
    )
  if (!state.enabled_at)
    return frame(
      <Button
        variant={isDue ? 'filled' : 'default'}
        loading={starting.isPending || isBusy}
        onClick={() => starting.mutate()}
      >
        {t('profile.twoFactor.setUp')}
      </Button>,
    )
  return frame(
    <>
      <div className={styles.actions}>
        <StatusBadge status="ok">{t('profile.twoFactor.on', { date: format.date(state.enabled_at) })}</StatusBadge>
      </div>
      {isKept ? (
        <p className={styles.small}>{t('profile.twoFactor.required')}</p>
      ) : (
        <div className={styles.actions}>
          <ConfirmButton
            question={t('profile.twoFactor.offQuestion')}
            confirmText={t('profile.twoFactor.off')}
            onConfirm={() => ending.mutate()}
            buttonProps={{ loading: ending.isPending }}
          >
            {t('profile.twoFactor.off')}
          </ConfirmButton>
        </div>
      )}
    </>,
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

/** The providers by which the account signs in; it is unlinked where it has a password. */
function SsoLinks() {
  const { t } = useTranslation()
  const format = useFormat()
  const user = useUser()
  const queries = useQueryClient()
  const links = useQuery(administration.sso.links.query({}))
  const unlinking = useMutation({
    mutationFn: (id: number) => administration.sso.unlink({ id }),
    onSuccess: () => tellDone(t('profile.sso.unlinked')),
    onError: () => undefined,
    onSettled: () => queries.invalidateQueries({ queryKey: administration.sso.links.key }),
  })
  // Most people have none, and are not asked to understand what it is.
  if (!links.data?.length) return null
  return (
    <Section title={t('profile.sso.title')} text={t('profile.sso.text')}>
      {unlinking.error && <Notice kind="stop">{errorText(unlinking.error, t)}</Notice>}
      {user?.sso && !user.sso.has_password && <p className={styles.small}>{t('profile.sso.setPassword')}</p>}
      {links.data.map(({ id, name, email, last_used_at }) => (
        <div key={id} className={styles.actions}>
          <span>
            <bdi>{name}</bdi>
            {email && (
              <>
                {' · '}
                <bdi>{email}</bdi>
              </>
            )}
            {last_used_at && ` · ${t('profile.sso.lastUsed', { date: format.date(last_used_at) })}`}
          </span>
          {user?.sso?.has_password !== false && (
            <ConfirmButton
              question={t('profile.sso.question', { name })}
              confirmText={t('profile.sso.unlink')}
              onConfirm={() => unlinking.mutate(id)}
              buttonProps={{ loading: unlinking.isPending }}
            >
              {t('profile.sso.unlink')}
            </ConfirmButton>
          )}
        </div>
      ))}
    </Section>
  )
}
