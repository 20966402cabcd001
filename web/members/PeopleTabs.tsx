import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import styles from './PeopleTabs.module.css'

/** Who belongs to the company, and who was asked to. */
export function PeopleTabs() {
  const { t } = useTranslation()
  return (
    <nav className={styles.tabs} aria-label={t('members.title')}>
      <Link to="/company/users" className={styles.tab} activeOptions={{ exact: true, includeSearch: false }}>
        {t('members.members')}
      </Link>
      <Link
        to="/company/users/invitations"
        className={styles.tab}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        {t('invites.title')}
      </Link>
    </nav>
  )
}
