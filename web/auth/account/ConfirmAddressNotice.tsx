import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../lib/client.ts'
import { errorText } from '../../lib/errorText.ts'
import { usePutAway } from '../../lib/usePutAway.ts'
import { PageNotice } from '../../ui/page/PageNotice.tsx'

type Props = {
  email: string
  /** Whether something waits for it, so that it cannot be put off. */
  isNeeded?: boolean
}

/** Reminds of the mail that confirms the own address, and sends it again. */
export function ConfirmAddressNotice({ email, isNeeded = false }: Props) {
  const { t } = useTranslation()
  const [isPutOff, putOff] = usePutAway('tend_confirm_later')
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
