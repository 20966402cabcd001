/** The ways of signing in beside the password and the PIN: the second step, passkeys, and providers. */
import { Button, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Factor } from '#shared/accounts/fields.ts'
import type { SsoChoice } from '#shared/accounts/sso.ts'
import { errorText } from '../lib/errorText.ts'
import { RequestError } from '../lib/requestError.ts'
import { signInWithPasskey, stopOffer, wasStopped } from '../lib/session/passkey.ts'
import { loginTwoFactor, type SecondStep } from '../lib/session/signIn.ts'
import { findProvider, leaveFor } from '../lib/session/ssoSignIn.ts'
import { useAction } from '../lib/useAction.ts'
import { Notice } from '../ui/Notice.tsx'
import { EntranceForm, useEntranceForm } from './EntranceForm.tsx'

type Way = Factor | 'recovery'

const useOf = {
  passkey: 'auth.passkey.use',
  code: 'auth.twoFactor.useCode',
  recovery: 'auth.twoFactor.useRecovery',
} as const

/** Browsers have them at safe addresses alone. */
const canUsePasskeys = 'PublicKeyCredential' in window

type Props = {
  step: SecondStep
  onSignedIn: () => Promise<void>
  /** The challenge is over: back to the password. */
  onStartOver: () => void
}

/** The second step of signing in: a passkey, a code of the authenticator, or one of the recovery codes. */
export function TwoFactorForm({ step: { challenge, factors }, onSignedIn, onStartOver }: Props) {
  const { t } = useTranslation()
  const ways: Way[] = [...factors.filter(factor => factor === 'code' || canUsePasskeys), 'recovery']
  const [way, setWay] = useState(ways[0])
  const isRecovery = way === 'recovery'
  const form = useEntranceForm({
    required: ['code'],
    async send({ code = '' }) {
      await loginTwoFactor({ challenge, code: isRecovery ? code : code.replace(/\s/g, '') })
      await onSignedIn()
    },
  })
  const isOver = form.problem && form.problem.code !== 'wrong_code' && form.problem.status !== 0
  const others = ways
    .filter(other => other !== way)
    .map(other => (
      <Button key={other} variant="subtle" fullWidth mt="sm" onClick={() => setWay(other)}>
        {t(useOf[other])}
      </Button>
    ))
  if (way === 'passkey')
    return (
      <>
        <PasskeyStep challenge={challenge} onSignedIn={onSignedIn} onOver={onStartOver} />
        {others}
      </>
    )
  return (
    <>
      <Text mt="xs">{isRecovery ? t('auth.twoFactor.recoveryText') : t('auth.twoFactor.text')}</Text>
      <EntranceForm form={form} submit={t('auth.login.submit')}>
        {isRecovery ? (
          <TextInput
            key="recovery"
            label={t('auth.twoFactor.recoveryCode')}
            error={form.errorOf('code')}
            name="code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            autoFocus
          />
        ) : (
          <TextInput
            key="code"
            label={t('auth.twoFactor.code')}
            error={form.errorOf('code')}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={10}
            autoFocus
          />
        )}
      </EntranceForm>
      {others}
      {isOver && (
        <Button variant="subtle" fullWidth onClick={onStartOver}>
          {t('auth.twoFactor.startOver')}
        </Button>
      )}
    </>
  )
}

/** An offer is renewed before its challenge is over. */
const offerLife = 4 * 60_000

type PasskeyProps = {
  /** The only address at which passkeys are good. */
  address: string
  onSignedIn: () => Promise<void>
}

/** Signing in without a password: by a button, and by the browser's own list at the field of the address. */
export function PasskeyWay({ address, onSignedIn }: PasskeyProps) {
  const { t } = useTranslation()
  const isHere = location.origin === address
  const [isElsewhere, setElsewhere] = useState(false)
  const [offers, setOffers] = useState(0)
  const isChosen = useRef(false)
  const { run, isBusy, error } = useAction(async () => {
    if (!isHere) return setElsewhere(true)
    isChosen.current = true
    try {
      await signInWithPasskey({})
      await onSignedIn()
    } finally {
      isChosen.current = false
      setOffers(count => count + 1)
    }
  })
  const offer = useAction(async () => {
    await signInWithPasskey({ isOffered: true, isOver: () => isChosen.current })
    await onSignedIn()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: an offer begins again only after the one before.
  useEffect(() => {
    if (!isHere) return
    let isOver = false
    void canOffer().then(can => (can && !isOver ? offer.run() : undefined))
    // The browser asks one thing at a time: a new offer would close the dialog that the person has open.
    const renewal = setTimeout(() => !isChosen.current && setOffers(count => count + 1), offerLife)
    return () => {
      isOver = true
      clearTimeout(renewal)
      stopOffer()
    }
  }, [isHere, offers])
  const problem = error ?? (offer.error instanceof RequestError ? offer.error : undefined)
  return (
    <>
      <Button variant="default" fullWidth mb="xs" loading={isBusy} onClick={run}>
        {t('auth.passkey.signIn')}
      </Button>
      {isElsewhere && <Notice kind="attention">{t('auth.passkey.elsewhere', { address })}</Notice>}
      <PasskeyProblem error={problem} />
    </>
  )
}

async function canOffer(): Promise<boolean> {
  try {
    return (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
  } catch {
    return false
  }
}

type StepProps = {
  challenge: string
  onSignedIn: () => Promise<void>
  /** The challenge is over: back to the password. */
  onOver: () => void
}

/** The passkey as the second step of signing in. */
export function PasskeyStep({ challenge, onSignedIn, onOver }: StepProps) {
  const { t } = useTranslation()
  const { run, isBusy, error } = useAction(async () => {
    await signInWithPasskey({ challenge })
    await onSignedIn()
  })
  const isOver = error instanceof RequestError && error.code === 'link_expired'
  return (
    <>
      <Text mt="xs">{t('auth.passkey.text')}</Text>
      <PasskeyProblem error={error} />
      <Button size="lg" fullWidth mt="md" loading={isBusy} onClick={isOver ? onOver : run} data-autofocus>
        {isOver ? t('auth.twoFactor.startOver') : t('auth.passkey.use')}
      </Button>
    </>
  )
}

/** What the server refuses in its words; a dialog of the browser that was closed in ours. */
function PasskeyProblem({ error }: { error: unknown }) {
  const { t } = useTranslation()
  if (error === undefined || wasStopped(error)) return null
  return (
    <Notice kind="stop">{error instanceof RequestError ? errorText(error, t) : t('auth.passkey.cancelled')}</Notice>
  )
}

type SsoProps = { options: { sso: SsoChoice | null; sso_by_address: boolean; password: boolean } }

/** The ways in at providers: the platform's, and that of one's company, which the domain of the typed address names. */
export function SsoWays({ options: { sso, sso_by_address, password } }: SsoProps) {
  const { t } = useTranslation()
  const [hint, setHint] = useState<'addressText' | 'unknown'>()
  const { run, isBusy, error } = useAction(async (key: string | null) => {
    setHint(undefined)
    if (key) return leaveFor(key)
    // Read from the page, as password managers do not always tell React what they typed.
    const email = document.querySelector<HTMLInputElement>('input[name="email"]')?.value.trim()
    if (!email) return setHint('addressText')
    const choice = await findProvider(email)
    if (!choice) return setHint('unknown')
    await leaveFor(choice.key)
  })
  return (
    <>
      {error !== undefined && <Notice kind="stop">{errorText(error, t)}</Notice>}
      {hint && <Notice kind="attention">{t(`auth.sso.${hint}`)}</Notice>}
      {sso && (
        <Button
          variant={password ? 'default' : 'filled'}
          fullWidth
          mb="xs"
          loading={isBusy}
          onClick={() => run(sso.key)}
        >
          {t('auth.sso.continueWith', { name: sso.name })}
        </Button>
      )}
      {sso_by_address && (
        <Button variant="default" fullWidth mb="xs" loading={isBusy} onClick={() => run(null)}>
          {t('auth.sso.byAddress')}
        </Button>
      )}
    </>
  )
}
