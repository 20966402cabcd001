import { Button, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errorText.ts'
import { finishAt, linkAccount, type Step, signInAddress } from '../../lib/session/ssoSignIn.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from '../Entrance.module.css'
import { DescriptionSkeleton, EntranceCard } from '../EntranceCard.tsx'
import { EntranceForm, PasswordField, useEntranceForm } from '../EntranceForm.tsx'

const TwoFactorForm = lazyPart(() => import('../WaysIn.tsx').then(part => part.TwoFactorForm))

type Props = {
  /** Whose provider answers. */
  ssoKey: string
  onSignedIn: () => Promise<void>
}

/** An answer is good once, however often the page is drawn. */
let finishing: { of: string; step: Promise<Step> } | undefined

function finishOnce(key: string): Promise<Step> {
  const answer = location.search.slice(1)
  if (finishing?.of !== answer) finishing = { of: answer, step: finishAt(key, answer) }
  return finishing.step
}

/** /auth/sso/…: where a provider sends people back. */
export function SsoPage({ ssoKey, onSignedIn }: Props) {
  const { t } = useTranslation()
  const [step, setStep] = useState<Step>()
  const [error, setError] = useState<unknown>()
  // The way back is in the address from now on, and the provider's answer is not.
  async function goOn() {
    history.replaceState(null, '', signInAddress())
    await onSignedIn()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    finishOnce(ssoKey).then(next => (next ? setStep(next) : goOn()), setError)
  }, [])

  const back = (
    <Button component="a" href={signInAddress()} variant="default" size="lg" fullWidth>
      {t('auth.sso.back')}
    </Button>
  )
  if (error !== undefined)
    return (
      <EntranceCard title={t('auth.sso.failed')}>
        <Notice kind="stop">{errorText(error, t)}</Notice>
        <div className={styles.actions}>{back}</div>
      </EntranceCard>
    )
  if (step && 'link' in step)
    return (
      <EntranceCard title={t('auth.sso.linkTitle')}>
        <LinkForm link={step.link} onSignedIn={goOn} />
        <div className={styles.actions}>{back}</div>
      </EntranceCard>
    )
  if (step && 'challenge' in step)
    return (
      <EntranceCard title={t('auth.twoFactor.title')}>
        <TwoFactorForm step={step} onSignedIn={goOn} onStartOver={() => location.assign(signInAddress())} />
      </EntranceCard>
    )
  return (
    <EntranceCard title={t('auth.sso.working')}>
      <DescriptionSkeleton />
    </EntranceCard>
  )
}

type LinkProps = { link: { token: string; email: string; name: string }; onSignedIn: () => Promise<void> }

/** The password of the account that has this address, and its second factor. */
function LinkForm({ link: { token, email, name }, onSignedIn }: LinkProps) {
  const { t } = useTranslation()
  const [needsCode, setNeedsCode] = useState(false)
  const form = useEntranceForm({
    required: needsCode ? ['password', 'code'] : ['password'],
    async send({ password = '', code = '' }) {
      const isAsked = await linkAccount({ token, password, ...(code && { code: code.trim() }) })
      if (isAsked) setNeedsCode(true)
      else await onSignedIn()
    },
  })
  return (
    <>
      <Text mt="xs">{t('auth.sso.linkText', { email, name })}</Text>
      <EntranceForm form={form} submit={t('auth.login.submit')}>
        <input type="text" name="account" autoComplete="username" defaultValue={email} hidden readOnly />
        <PasswordField
          label={t('auth.login.password')}
          name="password"
          autoComplete="current-password"
          error={form.errorOf('password')}
          isFocused
        />
        {needsCode && (
          <TextInput
            label={t('auth.twoFactor.code')}
            error={form.errorOf('code')}
            name="code"
            autoComplete="one-time-code"
            maxLength={40}
            autoFocus
          />
        )}
      </EntranceForm>
    </>
  )
}
