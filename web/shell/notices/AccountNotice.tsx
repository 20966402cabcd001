import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { InvitationNotice } from '../../companies/InvitationNotice.tsx'
import { request } from '../../lib/client.ts'
import { errorText } from '../../lib/errorText.ts'
import { useUser } from '../../lib/session/session.ts'
import { switchBack } from '../../lib/session/signIn.ts'
import { untilLeft, useAction } from '../../lib/useAction.ts'
import { PageNotice, useDismissed } from '../../ui/page/PageNotice.tsx'
import { tellFailed } from '../../ui/toast.tsx'

/** The one thing that the account itself has to say above every screen; most of the time nothing. */
export function AccountNotice() {
  const user = useUser()
  if (user?.acting_for) return <ActingNotice {...user.acting_for} />
  if (!user?.email || user.two_factor_due) return null
  return user.email_confirmed_at === null && user.has_mail !== false ? (
    <ConfirmAddressNotice email={user.email} />
  ) : (
    <InvitationNotice />
  )
}

type Props = { name: string; by: { name: string } }

/** While an admin acts as somebody else: said on every screen, with the way back. */
function ActingNotice({ name, by }: Props) {
  const { t } = useTranslation()
  const { run: goBack, isBusy } = useAction(() =>
    switchBack().then(
      () => untilLeft,
      error => tellFailed(errorText(error, t)),
    ),
  )

  return (
    <PageNotice
      kind="attention"
      isSticky
      actions={
        <Button variant="default" size="sm" loading={isBusy} onClick={goBack}>
          {t('auth.acting.back', { name: by.name })}
        </Button>
      }
    >
      <strong>{t('auth.acting.text', { name })}</strong>
    </PageNotice>
  )
}

type ConfirmAddressNoticeProps = {
  email: string
  /** Whether something waits for it, so that it cannot be put off. */
  isNeeded?: boolean
}

/** Reminds of the mail that confirms the own address, and sends it again. */
export function ConfirmAddressNotice({ email, isNeeded = false }: ConfirmAddressNoticeProps) {
  const { t } = useTranslation()
  const [isPutOff, putOff] = useDismissed('tend_confirm_later')
  const [state, setState] = useState<'waiting' | 'sending' | 'sent'>('waiting')
  const [problem, setProblem] = useState<unknown>()
  if (isPutOff && !isNeeded) return null

  async function sendAgain() {
    setState('sending')
    setProblem(undefined)
    try {
      await request('POST', '/auth/confirm-email', { body: {} })
      setState('sent')
    } catch (error) {
      setProblem(error)
      setState('waiting')
    }
  }

  return (
    <PageNotice
      kind="info"
      actions={
        <>
          {state !== 'sent' && (
            <Button variant="default" size="sm" loading={state === 'sending'} onClick={sendAgain}>
              {t('auth.confirm.again')}
            </Button>
          )}
          {!isNeeded && (
            <Button variant="default" size="sm" onClick={putOff}>
              {state === 'sent' ? t('common.close') : t('auth.confirm.later')}
            </Button>
          )}
        </>
      }
    >
      {problem !== undefined
        ? errorText(problem, t)
        : state === 'sent'
          ? t('auth.confirm.sent', { email })
          : t('auth.confirm.text', { email })}
    </PageNotice>
  )
}
