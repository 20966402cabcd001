import { Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loginTwoFactor } from '../lib/session/signIn.ts'
import { EntranceForm, useEntranceForm } from './EntranceForm.tsx'

type Props = {
  challenge: string
  onSignedIn: () => Promise<void>
  /** The challenge is over: back to the password. */
  onStartOver: () => void
}

/** The second step of signing in: a code of the authenticator, or one of the recovery codes. */
export function TwoFactorForm({ challenge, onSignedIn, onStartOver }: Props) {
  const { t } = useTranslation()
  const [isRecovery, setRecovery] = useState(false)
  const form = useEntranceForm({
    required: ['code'],
    async send({ code = '' }) {
      await loginTwoFactor({ challenge, code: isRecovery ? code : code.replace(/\s/g, '') })
      await onSignedIn()
    },
  })
  const isOver = form.problem && form.problem.code !== 'wrong_code' && form.problem.status !== 0
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
      <Button variant="subtle" fullWidth mt="sm" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? t('auth.twoFactor.useCode') : t('auth.twoFactor.useRecovery')}
      </Button>
      {isOver && (
        <Button variant="subtle" fullWidth onClick={onStartOver}>
          {t('auth.twoFactor.startOver')}
        </Button>
      )}
    </>
  )
}
