import { Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Factor } from '#shared/accounts/fields.ts'
import { loginTwoFactor, type SecondStep } from '../lib/session/signIn.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { EntranceForm, useEntranceForm } from './EntranceForm.tsx'

const PasskeyStep = lazyPart(() => import('./PasskeyWays.tsx').then(part => part.PasskeyStep))

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
