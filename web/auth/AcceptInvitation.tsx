import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InviteDescription } from '#shared/companies/invites.ts'
import { errorText } from '../lib/errorText.ts'
import { homePath } from '../lib/session/entrance.ts'
import { type SessionUser, signOut } from '../lib/session/session.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './EntranceCard.module.css'

type Props = {
  user: SessionUser
  invitation: InviteDescription
  onJoin: () => Promise<void>
  onDecline: () => Promise<unknown>
}

/** Whether the invitation went to this person's address. */
export const isFor = (user: SessionUser, invitation: InviteDescription): boolean =>
  user.email?.toLowerCase() === invitation.email.toLowerCase()

/** An invitation, seen by somebody who is signed in: they join or decline; where it went to another address they are asked who is to join. */
export function AcceptInvitation({ user, invitation, onJoin, onDecline }: Props) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const isMine = isFor(user, invitation)

  const [isDeclined, setDeclined] = useState(false)

  async function answer(act: () => Promise<unknown>) {
    setBusy(true)
    setProblem(undefined)
    try {
      await act()
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }

  if (isDeclined)
    return (
      <div className={styles.actions}>
        <Notice kind="ok">{t('auth.invitation.declined', { inviter: invitation.invited_by })}</Notice>
        <Button component="a" href={homePath} size="lg" fullWidth>
          {t('auth.action.goOn')}
        </Button>
      </div>
    )

  return (
    <div className={styles.actions}>
      {problem !== undefined && <Notice kind="stop">{errorText(problem, t)}</Notice>}
      {isMine ? (
        <Text>{t('auth.login.signedInAs', { name: user.name })}</Text>
      ) : (
        <Notice kind="attention">
          {t('auth.invitation.asOther', { name: user.name, email: invitation.email })}{' '}
          {t('auth.invitation.told', { inviter: invitation.invited_by })}
        </Notice>
      )}
      <Button size="lg" fullWidth loading={isBusy} onClick={() => answer(onJoin)}>
        {isMine ? t('auth.invitation.join') : t('auth.invitation.joinAs', { name: user.name })}
      </Button>
      {isMine ? (
        <Button
          size="lg"
          variant="default"
          fullWidth
          disabled={isBusy}
          onClick={() => answer(() => onDecline().then(() => setDeclined(true)))}
        >
          {t('auth.invitation.decline')}
        </Button>
      ) : (
        <Button size="lg" fullWidth variant="default" onClick={signOut}>
          {t('auth.invitation.changePerson')}
        </Button>
      )}
    </div>
  )
}
