import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import styles from './TaskTabs.module.css'

/** Two views of the company's work: what each person has to do, and what was asked of whom. */
export function TaskTabs() {
  const { t } = useTranslation()
  return (
    <nav className={styles.tabs} aria-label={t('tasks.views')}>
      <Link to="/company/tasks" className={styles.tab} activeOptions={{ exact: true, includeSearch: false }}>
        {t('tasks.byPerson')}
      </Link>
      <Link
        to="/company/tasks/assignments"
        className={styles.tab}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        {t('tasks.assignments')}
      </Link>
    </nav>
  )
}
