import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { ChangePasswordForm } from '../auth/password/ChangePasswordForm.tsx'
import { useUser } from '../lib/session/session.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageSkeleton } from '../ui/page/PageSkeleton.tsx'
import { Section } from './Section.tsx'
import { TwoFactorSection } from './TwoFactorSection.tsx'

/** /profile/security: the password and the second factor, or the PIN of whoever has no e-mail. */
export function SecurityPage() {
  const { t } = useTranslation()
  const user = useUser()
  const settings = useQuery({ ...api.me.settings.query(), enabled: user?.email !== null })
  if (!user) return null
  if (user.email === null)
    return (
      <Section title={t('profile.pin.title')}>
        {user.user_name ? t('profile.pin.text') : t('profile.pin.guest')}
      </Section>
    )
  return (
    <>
      {user.two_factor_due && <Notice kind="attention">{t('problem.two_factor_required')}</Notice>}
      <Section title={t('profile.password.title')} text={t('profile.password.text')}>
        <ChangePasswordForm user={user} />
      </Section>
      {settings.data ? (
        <TwoFactorSection state={settings.data.two_factor} isDue={user.two_factor_due} />
      ) : settings.error ? (
        <ErrorState error={settings.error} onRetry={() => settings.refetch()} />
      ) : (
        <PageSkeleton />
      )}
    </>
  )
}
