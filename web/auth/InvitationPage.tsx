import { Anchor, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InviteDescription } from '#shared/invites/contract.ts'
import { localeOf } from '#shared/lib/language.ts'
import { request } from '../lib/client.ts'
import { changeLocale } from '../lib/i18n.ts'
import { hasChosenLocale } from '../lib/locale.ts'
import { refreshUser, useUser } from '../lib/session.ts'
import { register } from '../lib/signIn.ts'
import { AcceptInvitation } from './AcceptInvitation.tsx'
import { DescriptionSkeleton } from './DescriptionSkeleton.tsx'
import styles from './EntranceCard.module.css'
import { EntranceCard } from './EntranceCard.tsx'
import { LinkProblem } from './LinkProblem.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { TwoFactorForm } from './TwoFactorForm.tsx'
import { useDescription } from './useDescription.ts'

/** The role that every company has and that is nearest from below; a company's own role has a name of its own besides. */
const rankOf = (roleId: number) => String(Math.ceil(roleId / 1000) * 1000) as '1000' | '2000' | '3000' | '4000'

type Props = {
  companyId: string
  token: string
  onSignedIn: () => Promise<void>
}

/** Where an invitation leads: it says who invites into what, and whoever registers or signs in here belongs to the company. */
export function InvitationPage({ companyId, token, onSignedIn }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const [challenge, setChallenge] = useState<string>()
  const [isSigningIn, setSigningIn] = useState(false)
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
  if (challenge)
    return (
      <EntranceCard title={t('auth.twoFactor.title')}>
        <TwoFactorForm challenge={challenge} onSignedIn={join} onStartOver={() => setChallenge(undefined)} />
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
      {user ? (
        <AcceptInvitation user={user} invitation={found} onJoin={join} />
      ) : found.has_account || isSigningIn ? (
        <>
          {found.has_account && <Text mt="xs">{t('auth.invitation.signIn', { company })}</Text>}
          <LoginForm email={found.email} onSignedIn={join} onChallenge={setChallenge} />
        </>
      ) : (
        <>
          <RegisterForm
            email={found.email}
            submit={t('auth.invitation.join')}
            onSubmit={async person => {
              await register({ ...person, invite_token: token })
              await onSignedIn()
            }}
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
