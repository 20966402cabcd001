import { Anchor, Button, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { auth } from '#shared/accounts/contract.ts'
import type { ResultOf } from '#shared/lib/contract.ts'
import { languageIdOf } from '#shared/lib/language.ts'
import { request } from '../lib/client.ts'
import { errorText } from '../lib/errorText.ts'
import { currentLocale } from '../lib/locale.ts'
import { type DevicePerson, keptPeople } from '../lib/people.ts'
import { beside, destination } from '../lib/session/entrance.ts'
import { useUser } from '../lib/session/session.ts'
import { login, loginGuest, type SecondStep } from '../lib/session/signIn.ts'
import { useAction } from '../lib/useAction.ts'
import { lazyParts } from '../ui/lazyPart.tsx'
import { Notice } from '../ui/Notice.tsx'
import styles from './Entrance.module.css'
import { EntranceCard } from './EntranceCard.tsx'
import { EmailField, EntranceForm, PasswordField, useEntranceForm } from './EntranceForm.tsx'

const ways = lazyParts(() => import('./WaysIn.tsx'))
/** The second step, which most sign-ins have not. */
export const TwoFactorForm = ways(file => file.TwoFactorForm)
const PasskeyWay = ways(file => file.PasskeyWay)
const SsoWays = ways(file => file.SsoWays)
const device = lazyParts(() => import('./PeopleOfDevice.tsx'))
const PinForm = device(file => file.PinForm)
const PeopleOfDevice = device(file => file.PeopleOfDevice)
const UnsentLink = device(file => file.UnsentLink)

type Step = 'people' | 'ended' | 'password' | { person: DevicePerson } | SecondStep

/** Where a device has one worker it asks for the PIN at once; where several share it, for the name first. */
function firstStep(): Step {
  const people = keptPeople()
  const [only] = people
  if (!only) return 'password'
  return people.length === 1 && only.device ? { person: only } : 'people'
}

/**
 * Sign-in, at / and /auth/login: the password and the second factor, or the PIN where this is a worker's own phone or a
 * shared one.
 */
export function LoginPage({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const { t } = useTranslation()
  const user = useUser()
  const [step, setStep] = useState(firstStep)

  if (typeof step === 'object' && 'challenge' in step)
    return (
      <EntranceCard title={t('auth.twoFactor.title')}>
        <TwoFactorForm step={step} onSignedIn={onSignedIn} onStartOver={() => setStep('password')} />
      </EntranceCard>
    )
  if (step === 'people')
    return (
      <EntranceCard title={t('auth.people.title')}>
        <PeopleOfDevice onChoose={person => setStep({ person })} onOther={() => setStep('password')} />
        <UnsentLink />
      </EntranceCard>
    )
  if (typeof step === 'object' && step.person.device)
    return (
      <EntranceCard title={t('auth.pin.title', { name: step.person.name })}>
        <Text mt="xs" c="dimmed">
          {step.person.company}
        </Text>
        <PinForm person={step.person} onSignedIn={onSignedIn} onEnded={() => setStep('ended')} />
        <OtherWaysIn onSignedIn={onSignedIn} onPassword={() => setStep('password')} />
        <UnsentLink />
      </EntranceCard>
    )
  const email = typeof step === 'object' ? step.person.email : undefined
  return (
    <EntranceCard title={t('auth.login.title')}>
      {user && (
        <Text mt="xs">
          {t('auth.login.signedInAs', { name: user.name })} <Anchor href={destination()}>{t('auth.login.goOn')}</Anchor>
        </Text>
      )}
      {step === 'ended' && <Notice kind="attention">{t('problem.enrolment_ended')}</Notice>}
      <LoginForm onSignedIn={onSignedIn} onSecondStep={setStep} {...(email && { email })} />
      <OtherWaysIn onSignedIn={onSignedIn} />
      <UnsentLink />
    </EntranceCard>
  )
}

type Props = {
  onSignedIn: () => Promise<void>
  /** The password was right, and a second factor is asked for. */
  onSecondStep: (step: SecondStep) => void
  /** The only address that may sign in here. */
  email?: string
  /** The address that probably does. */
  proposed?: string | undefined
}

/** Email, password and one button. Errors are shown here, and the fields keep their values. */
export function LoginForm({ onSignedIn, onSecondStep, email, proposed }: Props) {
  const { t } = useTranslation()
  const form = useEntranceForm({
    required: ['email', 'password'],
    async send({ email = '', password = '' }) {
      const step = await login({ email, password })
      if (step) onSecondStep(step)
      else await onSignedIn()
    },
  })
  return (
    <EntranceForm form={form} submit={t('auth.login.submit')}>
      <EmailField
        error={form.errorOf('email')}
        proposed={proposed}
        takesPasskeys
        // A phone would open its keyboard over the page.
        isFocused={matchMedia('(pointer: fine)').matches}
        {...(email !== undefined && { fixed: email })}
      />
      <PasswordField
        label={t('auth.login.password')}
        name="password"
        autoComplete="current-password"
        error={form.errorOf('password')}
      />
    </EntranceForm>
  )
}

type OtherWaysInProps = {
  onSignedIn: () => Promise<void>
  /** On a worker's phone: the way to sign in with an address. */
  onPassword?: () => void
}

/** Under the form of signing in: a forgotten password, a first account, a look around as a guest. */
function OtherWaysIn({ onSignedIn, onPassword }: OtherWaysInProps) {
  const { t } = useTranslation()
  const options = useEntranceOptions()
  const {
    run: lookAround,
    isBusy,
    error: problem,
  } = useAction(async () => {
    await loginGuest({ language_id: languageIdOf(currentLocale()) })
    await onSignedIn()
  })

  if (onPassword)
    return (
      <Button variant="subtle" fullWidth mt="sm" onClick={onPassword}>
        {t('auth.pin.otherWay')}
      </Button>
    )
  return (
    <div className={styles.ways} data-awaited>
      {(options?.sso || options?.sso_by_address) && <SsoWays options={options} />}
      {options?.has_mail === false ? (
        <p className={styles.hint}>{t('auth.login.askManager')}</p>
      ) : (
        <Anchor href={beside('/auth/forgot-password')}>{t('auth.login.forgot')}</Anchor>
      )}
      {options?.registration === 'open' && <Anchor href={beside('/auth/register')}>{t('auth.login.register')}</Anchor>}
      {mayUsePasskeys(options?.passkey_address) && (
        <PasskeyWay address={options?.passkey_address ?? ''} onSignedIn={onSignedIn} />
      )}
      {options?.guest_login && (
        <Button variant="default" fullWidth loading={isBusy} onClick={lookAround}>
          {t('auth.login.guest')}
        </Button>
      )}
      {problem !== undefined && <Notice kind="stop">{errorText(problem, t)}</Notice>}
    </div>
  )
}

/** Browsers have passkeys at safe addresses alone; without a name of its own, tend has them on its own machine. */
const mayUsePasskeys = (address: string | null | undefined): boolean =>
  !!address &&
  'PublicKeyCredential' in window &&
  /localhost|^127\./.test(location.hostname) === /localhost/.test(address)

type EntranceOptions = ResultOf<typeof auth.options>

/** Which ways in this tend offers; undefined until it is known. */
export function useEntranceOptions(): EntranceOptions | undefined {
  const [options, setOptions] = useState<EntranceOptions>()
  useEffect(() => {
    request<EntranceOptions>('GET', '/auth/options').then(setOptions, () => undefined)
  }, [])
  return options
}
