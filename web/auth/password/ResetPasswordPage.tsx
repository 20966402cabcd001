import { Anchor, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../lib/client.ts'
import { RequestError } from '../../lib/requestError.ts'
import { beside } from '../../lib/session/entrance.ts'
import { login, type SecondStep } from '../../lib/session/signIn.ts'
import { Notice } from '../../ui/Notice.tsx'
import styles from '../Entrance.module.css'
import { EntranceCard } from '../EntranceCard.tsx'
import { EmailField, EntranceForm, useEntranceForm } from '../EntranceForm.tsx'
import { LinkProblem } from '../LinkProblem.tsx'
import { TwoFactorForm, useEntranceOptions } from '../LoginPage.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'

/** Asks for the mail with the link to choose a new password. It never says whether somebody has the address. */
export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const options = useEntranceOptions()
  const [sentTo, setSentTo] = useState<string>()
  const form = useEntranceForm({
    required: ['email'],
    async send({ email = '' }) {
      await request('POST', '/auth/forgot-password', { body: { email } })
      setSentTo(email)
    },
  })
  const back = (
    <div className={styles.ways}>
      <Anchor href={beside('/auth/login')}>{t('auth.forgot.back')}</Anchor>
    </div>
  )
  if (options?.has_mail === false)
    return (
      <EntranceCard title={t('auth.forgot.title')}>
        <Text mt="xs">{t('auth.forgot.withoutMail')}</Text>
        <Text mt="md" size="sm" c="dimmed">
          {t('auth.forgot.withoutEmail')}
        </Text>
        {back}
      </EntranceCard>
    )
  if (sentTo)
    return (
      <EntranceCard title={t('auth.forgot.sentTitle')}>
        <div className={styles.actions}>
          <Notice kind="ok">{t('auth.forgot.sent', { email: sentTo })}</Notice>
          <Text>{t('auth.forgot.nothingCame')}</Text>
          <Button variant="default" size="lg" fullWidth onClick={() => setSentTo(undefined)}>
            {t('auth.forgot.again')}
          </Button>
        </div>
        {back}
      </EntranceCard>
    )
  return (
    <EntranceCard title={t('auth.forgot.title')}>
      <Text mt="xs">{t('auth.forgot.text')}</Text>
      <EntranceForm form={form} submit={t('auth.forgot.submit')}>
        <EmailField error={form.errorOf('email')} />
      </EntranceForm>
      <Text mt="md" size="sm" c="dimmed">
        {t('auth.forgot.withoutEmail')}
      </Text>
      {back}
    </EntranceCard>
  )
}

type Props = { token: string; email: string; onSignedIn: () => Promise<void> }

/** A new password through the link of a mail. It signs the person in, after the second factor if there is one. */
export function ResetPasswordPage({ token, email, onSignedIn }: Props) {
  const { t } = useTranslation()
  const [broken, setBroken] = useState<RequestError>()
  const [step, setStep] = useState<SecondStep>()
  const form = useEntranceForm({
    required: ['password'],
    async send({ password = '' }) {
      try {
        await request('POST', '/auth/reset-password', { body: { email, token, password } })
      } catch (error) {
        if (!(error instanceof RequestError && [404, 410].includes(error.status))) throw error
        return setBroken(error)
      }
      const asked = await login({ email, password })
      if (asked) setStep(asked)
      else await onSignedIn()
    },
  })
  if (step)
    return (
      <EntranceCard title={t('auth.twoFactor.title')}>
        <TwoFactorForm step={step} onSignedIn={onSignedIn} onStartOver={() => location.assign('/auth/login')} />
      </EntranceCard>
    )
  if (broken)
    return (
      <EntranceCard title={t('auth.reset.title')}>
        <LinkProblem
          problem={broken}
          text={t('auth.reset.askAgain')}
          action={{ label: t('auth.reset.newLink'), href: '/auth/forgot-password' }}
        />
      </EntranceCard>
    )
  return (
    <EntranceCard title={t('auth.reset.title')}>
      <Text mt="xs">{t('auth.reset.text')}</Text>
      <EntranceForm form={form} submit={t('auth.reset.submit')}>
        <EmailField fixed={email} />
        <NewPasswordField label={t('auth.reset.password')} error={form.errorOf('password')} known={() => [email]} />
      </EntranceForm>
    </EntranceCard>
  )
}
