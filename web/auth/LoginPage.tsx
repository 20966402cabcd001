import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { destination } from '../lib/entrance.ts'
import { keptPhone } from '../lib/phone.ts'
import { useUser } from '../lib/session.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Notice } from '../ui/Notice.tsx'
import { EntranceCard } from './EntranceCard.tsx'
import { LoginForm } from './LoginForm.tsx'
import { OtherWaysIn } from './OtherWaysIn.tsx'

const PinForm = lazyPart(() => import('./PinForm.tsx').then(part => part.PinForm))
const TwoFactorForm = lazyPart(() => import('./TwoFactorForm.tsx').then(part => part.TwoFactorForm))

type Step = 'pin' | 'ended' | 'password' | { challenge: string }

/** Sign-in, at / and /auth/login: the password and the second factor, or the PIN where this is a worker's own phone. */
export function LoginPage({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const { t } = useTranslation()
  const user = useUser()
  const [phone] = useState(keptPhone)
  const [step, setStep] = useState<Step>(phone ? 'pin' : 'password')

  if (typeof step === 'object')
    return (
      <EntranceCard title={t('auth.twoFactor.title')}>
        <TwoFactorForm challenge={step.challenge} onSignedIn={onSignedIn} onStartOver={() => setStep('password')} />
      </EntranceCard>
    )
  if (phone && step === 'pin')
    return (
      <EntranceCard title={t('auth.pin.title', { name: phone.name })}>
        <Text mt="xs" c="dimmed">
          {phone.company}
        </Text>
        <PinForm phone={phone} onSignedIn={onSignedIn} onEnded={() => setStep('ended')} />
        <OtherWaysIn onSignedIn={onSignedIn} onPassword={() => setStep('password')} />
      </EntranceCard>
    )
  return (
    <EntranceCard title={t('auth.login.title')}>
      {user && (
        <Text mt="xs">
          {t('auth.login.signedInAs', { name: user.name })} <Anchor href={destination()}>{t('auth.login.goOn')}</Anchor>
        </Text>
      )}
      {step === 'ended' && <Notice kind="attention">{t('problem.enrolment_ended')}</Notice>}
      <LoginForm onSignedIn={onSignedIn} onChallenge={challenge => setStep({ challenge })} />
      <OtherWaysIn onSignedIn={onSignedIn} />
    </EntranceCard>
  )
}
