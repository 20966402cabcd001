import { Link, Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useUser } from '../lib/session.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import styles from './Profile.module.css'

const parts = [
  { to: '/profile', name: 'data' },
  { to: '/profile/security', name: 'security' },
  { to: '/profile/devices', name: 'devices' },
  { to: '/profile/notifications', name: 'notifications' },
  { to: '/profile/account', name: 'account' },
] as const

/** What a person says about themselves and decides for themselves; its parts are pages of their own. */
export function ProfilePage() {
  const { t } = useTranslation()
  const hasEmail = useUser()?.email !== null
  return (
    <>
      <PageHeader title={t('profile.title')} />
      <div className={styles.page}>
        <nav aria-label={t('profile.title')} className={styles.parts}>
          {parts
            .filter(({ name }) => hasEmail || name !== 'notifications')
            .map(({ to, name }) => (
              <Link key={to} to={to} className={styles.part} activeOptions={{ exact: true }}>
                {t(`profile.parts.${name}`)}
              </Link>
            ))}
        </nav>
        <div className={styles.content}>
          <Outlet />
        </div>
      </div>
    </>
  )
}
