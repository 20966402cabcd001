import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SsoChoice } from '#shared/accounts/sso.ts'
import { errorText } from '../../lib/errorText.ts'
import { findProvider, leaveFor } from '../../lib/session/ssoSignIn.ts'
import { useAction } from '../../lib/useAction.ts'
import { Notice } from '../../ui/Notice.tsx'

type Props = { options: { sso: SsoChoice | null; sso_by_address: boolean; password: boolean } }

/** The ways in at providers: the platform's, and that of one's company, which the domain of the typed address names. */
export function SsoWays({ options: { sso, sso_by_address, password } }: Props) {
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
