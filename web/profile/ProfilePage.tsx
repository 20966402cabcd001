import { Title } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { mustHaveCompany } from '#shared/lib/roles.ts'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import styles from './Profile.module.css'

const parts = [
  { to: '/profile', name: 'data' },
  { to: '/profile/security', name: 'security' },
  { to: '/profile/devices', name: 'devices' },
  { to: '/profile/notifications', name: 'notifications' },
  { to: '/profile/calendar', name: 'calendar' },
  { to: '/profile/account', name: 'account' },
] as const

/** What a person says about themselves and decides for themselves; its parts are pages of their own. */
export function ProfilePage() {
  const { t } = useTranslation()
  const user = useUser()
  const can = useAbility()
  const hasEmail = user?.email !== null
  // Without a company there is no navigation, and nowhere else to go.
  const isNowhere = user?.hasCompany === false && mustHaveCompany(user)
  return (
    <>
      <PageHeader
        title={t('profile.title')}
        {...(isNowhere && { back: { to: '/company/setup', text: t('companies.setup.title') } })}
      />
      <div className={styles.page} data-page="parts">
        <nav aria-label={t('profile.title')} className={styles.parts}>
          {parts
            .filter(
              ({ name }) => (name !== 'notifications' || hasEmail) && (name !== 'calendar' || can('read', 'SentTask')),
            )
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

type Props = {
  title: string
  /** What it is about, in a sentence. */
  text?: string
  children: ReactNode
}

/** One matter of the profile: its name, a sentence, and what can be done. */
export function Section({ title, text, children }: Props) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      {text && <p>{text}</p>}
      <div className={styles.body}>{children}</div>
    </section>
  )
}
