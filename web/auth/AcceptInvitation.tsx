import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InviteDescription } from '#shared/invites/contract.ts'
import { errorText } from '../lib/errorText.ts'
import { type SessionUser, signOut } from '../lib/session.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './EntranceCard.module.css'

type Props = {
  user: SessionUser
  invitation: InviteDescription
  onJoin: () => Promise<void>
}

/** An invitation, seen by somebody who is signed in: they join, or sign out where it is for somebody else. */
export function AcceptInvitation({ user, invitation, onJoin }: Props) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const isMine = user.email === invitation.email

  async function join() {
    setBusy(true)
    setProblem(undefined)
    try {
      await onJoin()
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }

  return (
    <div className={styles.actions}>
      {problem !== undefined && <Notice kind="stop">{errorText(problem, t)}</Notice>}
      {isMine ? (
        <Text>{t('auth.login.signedInAs', { name: user.name })}</Text>
      ) : (
        <Notice kind="attention">{t('auth.invitation.notYours', { name: user.name, email: invitation.email })}</Notice>
      )}
      {isMine ? (
        <Button size="lg" fullWidth loading={isBusy} onClick={join}>
          {t('auth.invitation.join')}
        </Button>
      ) : (
        <Button size="lg" fullWidth onClick={signOut}>
          {t('auth.invitation.changePerson')}
        </Button>
      )}
    </div>
  )
}
