import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SsoChoice } from '#shared/accounts/sso.ts'
import { errorText } from '../../lib/errorText.ts'
import { findProvider, leaveFor } from '../../lib/session/ssoSignIn.ts'
import { useAction } from '../../lib/useAction.ts'
import { Notice } from '../../ui/Notice.tsx'
import { EmailField, EntranceForm, useEntranceForm } from '../EntranceForm.tsx'

/** Leads to a provider. */
export function ProviderButton({ choice, isFirst }: { choice: SsoChoice; isFirst?: boolean }) {
  const { t } = useTranslation()
  const { run, isBusy, error } = useAction(() => leaveFor(choice.key))
  return (
    <>
      {error !== undefined && <Notice kind="stop">{errorText(error, t)}</Notice>}
      <Button
        variant={isFirst ? 'filled' : 'default'}
        size={isFirst ? 'lg' : 'sm'}
        fullWidth
        loading={isBusy}
        onClick={run}
      >
        {t('auth.sso.continueWith', { name: choice.name })}
      </Button>
    </>
  )
}

/** The address first: its domain says which provider it is. */
export function CompanySignIn({ onPassword }: { onPassword: () => void }) {
  const { t } = useTranslation()
  const [isUnknown, setUnknown] = useState(false)
  const form = useEntranceForm({
    required: ['email'],
    async send({ email = '' }) {
      const choice = await findProvider(email)
      setUnknown(!choice)
      if (choice) await leaveFor(choice.key)
    },
  })
  return (
    <>
      <Text mt="xs">{t('auth.sso.addressText')}</Text>
      {isUnknown && <Notice kind="attention">{t('auth.sso.unknown')}</Notice>}
      <EntranceForm form={form} submit={t('auth.sso.find')}>
        <EmailField error={form.errorOf('email')} isFocused />
      </EntranceForm>
      <Button variant="subtle" fullWidth mt="sm" onClick={onPassword}>
        {t('auth.sso.withPassword')}
      </Button>
    </>
  )
}

/** The provider of an address whose password is refused here. */
export function ProviderOf({ email }: { email: string }) {
  const [choice, setChoice] = useState<SsoChoice | null>(null)
  const [asked, setAsked] = useState('')
  if (asked !== email) {
    setAsked(email)
    findProvider(email).then(setChoice, () => undefined)
  }
  return choice && <ProviderButton choice={choice} isFirst />
}
