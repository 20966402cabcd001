import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import styles from './NavigationList.module.css'
import { usePlaces } from './navigation.ts'

/** The navigation as a list of groups; `onPick` lets an overlay close itself. */
export function NavigationList({ onPick }: { onPick?: () => void }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('shell.navigation')} className={styles.nav}>
      {usePlaces().map(group => (
        <section key={group.name} aria-labelledby={`places-${group.name}`}>
          <h2 id={`places-${group.name}`} className={styles.group}>
            {t(`shell.groups.${group.name}`)}
          </h2>
          <ul className={styles.list}>
            {group.places.map(({ to, name, icon: Icon, badge: Badge }) => (
              <li key={to}>
                <Link to={to} className={styles.link} onClick={onPick} activeOptions={{ exact: to === '/animals' }}>
                  <Icon size={20} aria-hidden />
                  <span className={styles.word}>{t(`shell.places.${name}`)}</span>
                  {Badge && <Badge />}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
