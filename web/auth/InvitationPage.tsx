import { Anchor, Button, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InviteDescription } from '#shared/companies/invites.ts'
import { localeOf } from '#shared/lib/language.ts'
import { request } from '../lib/client.ts'
import { errorText } from '../lib/errorText.ts'
import { changeLocale } from '../lib/i18n.ts'
import { hasChosenLocale } from '../lib/locale.ts'
import { homePath } from '../lib/session/entrance.ts'
import { currentUser, refreshUser, type SessionUser, signOut, useUser } from '../lib/session/session.ts'
import { register, type SecondStep } from '../lib/session/signIn.ts'
import { useAction } from '../lib/useAction.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './Entrance.module.css'
import { DescriptionSkeleton, EntranceCard } from './EntranceCard.tsx'
import { LinkProblem, rankOf, useDescription } from './LinkProblem.tsx'
import { LoginForm, TwoFactorForm } from './LoginPage.tsx'
import { RegisterForm } from './RegisterPage.tsx'

type Props = {
  companyId: string
  token: string
  onSignedIn: () => Promise<void>
}

/** Target of an invitation's link: who invites into which company. People who register or sign in here join it. */
export function InvitationPage({ companyId, token, onSignedIn }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const [step, setStep] = useState<SecondStep>()
  const [isSigningIn, setSigningIn] = useState(false)
  const [isRegistering, setRegistering] = useState(false)
  const path = `/company/${encodeURIComponent(companyId)}`
  const { found, problem } = useDescription<InviteDescription>(`${path}/invite/${encodeURIComponent(token)}`)
  const language = found?.language_id
  useEffect(() => {
    if (language !== undefined && !hasChosenLocale()) void changeLocale(localeOf(language))
  }, [language])

  async function join() {
    await request('POST', `${path}/join`, { body: { token } })
    await refreshUser()
    await onSignedIn()
  }

  /** Joins the person who was invited; anybody else is asked first. */
  async function goOn() {
    const signedIn = currentUser()
    if (signedIn && found && isFor(signedIn, found)) return join()
    setStep(undefined)
  }

  if (!found)
    return (
      <EntranceCard title={t('auth.invitation.title')}>
        {problem ? (
          <LinkProblem
            problem={problem}
            text={problem.code === 'link_used' ? t('auth.invitation.used') : t('auth.invitation.askAgain')}
            action={{ label: t('auth.login.submit'), href: '/auth/login' }}
          />
        ) : (
          <DescriptionSkeleton />
        )}
      </EntranceCard>
    )
  if (step)
    return (
      <EntranceCard title={t('auth.twoFactor.title')}>
        <TwoFactorForm step={step} onSignedIn={goOn} onStartOver={() => setStep(undefined)} />
      </EntranceCard>
    )
  const company = found.company.name
  return (
    <EntranceCard title={t('auth.invitation.to', { company })}>
      <Text mt="xs">
        {t('auth.invitation.text', {
          inviter: found.invited_by,
          role: found.role_name ?? t(`auth.roles.${rankOf(found.role_id)}`),
        })}
      </Text>
      {user && !isRegistering ? (
        <AcceptInvitation
          user={user}
          invitation={found}
          onJoin={join}
          onDecline={() => request('POST', `${path}/decline`, { body: { token } })}
        />
      ) : found.has_account || isSigningIn ? (
        <>
          {found.has_account && <Text mt="xs">{t('auth.invitation.signIn', { company })}</Text>}
          <LoginForm
            {...(found.has_account ? { email: found.email } : { proposed: found.email })}
            onSignedIn={goOn}
            onSecondStep={setStep}
          />
        </>
      ) : (
        <>
          <RegisterForm
            email={found.email}
            submit={t('auth.invitation.join')}
            onSubmit={async person => {
              // The account is there already, and what came after it failed: the button tries that again.
              if (user) return
              setRegistering(true)
              await register({ ...person, invite_token: token }).catch(error => {
                setRegistering(false)
                throw error
              })
            }}
            onSignedIn={onSignedIn}
          />
          {found.has_account === null && (
            <div className={styles.ways}>
              <Anchor component="button" type="button" onClick={() => setSigningIn(true)}>
                {t('auth.register.haveAccount')}
              </Anchor>
            </div>
          )}
        </>
      )}
    </EntranceCard>
  )
}

type AcceptInvitationProps = {
  user: SessionUser
  invitation: InviteDescription
  onJoin: () => Promise<void>
  onDecline: () => Promise<unknown>
}

/** Whether the invitation went to this person's address. */
const isFor = (user: SessionUser, invitation: InviteDescription): boolean =>
  user.email?.toLowerCase() === invitation.email.toLowerCase()

/**
 * An invitation, seen by somebody who is signed in: they join or decline; where it went to another address they are
 * asked who is to join.
 */
function AcceptInvitation({ user, invitation, onJoin, onDecline }: AcceptInvitationProps) {
  const { t } = useTranslation()
  const { run: answer, isBusy, error: problem } = useAction((act: () => Promise<unknown>) => act())
  const isMine = isFor(user, invitation)

  const [isDeclined, setDeclined] = useState(false)

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
