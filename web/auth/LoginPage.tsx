import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DevicePerson, keptPeople } from '../lib/people.ts'
import { destination } from '../lib/session/entrance.ts'
import { useUser } from '../lib/session/session.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Notice } from '../ui/Notice.tsx'
import { EntranceCard } from './EntranceCard.tsx'
import { LoginForm } from './LoginForm.tsx'
import { OtherWaysIn } from './OtherWaysIn.tsx'

const PinForm = lazyPart(() => import('./pin/PinForm.tsx').then(part => part.PinForm))
const PeopleOfDevice = lazyPart(() => import('./PeopleOfDevice.tsx').then(part => part.PeopleOfDevice))
const UnsentLink = lazyPart(() => import('./UnsentLink.tsx').then(part => part.UnsentLink))
const TwoFactorForm = lazyPart(() => import('./TwoFactorForm.tsx').then(part => part.TwoFactorForm))

type Step = 'people' | 'ended' | 'password' | { person: DevicePerson } | { challenge: string }

/** Where a device has one worker it asks for the PIN at once; where several share it, for the name first. */
function firstStep(): Step {
  const people = keptPeople()
  const [only] = people
  if (!only) return 'password'
  return people.length === 1 && only.device ? { person: only } : 'people'
}

/** Sign-in, at / and /auth/login: the password and the second factor, or the PIN where this is a worker's own phone or a shared one. */
export function LoginPage({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const { t } = useTranslation()
  const user = useUser()
  const [step, setStep] = useState(firstStep)

  if (typeof step === 'object' && 'challenge' in step)
    return (
      <EntranceCard title={t('auth.twoFactor.title')}>
        <TwoFactorForm challenge={step.challenge} onSignedIn={onSignedIn} onStartOver={() => setStep('password')} />
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
      <LoginForm onSignedIn={onSignedIn} onChallenge={challenge => setStep({ challenge })} {...(email && { email })} />
      <OtherWaysIn onSignedIn={onSignedIn} />
      <UnsentLink />
    </EntranceCard>
  )
}
