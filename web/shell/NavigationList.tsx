import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import styles from './NavigationList.module.css'
import { type Place, useCurrentPlace, usePlaces } from './navigation.ts'

type Props = {
  /** Icons alone, with the names as tooltips. */
  isNarrow?: boolean
  /** Lets an overlay close itself. */
  onPick?: () => void
}

/** The navigation as a list of groups. What is done every day comes first and needs no heading. */
export function NavigationList({ isNarrow = false, onPick }: Props) {
  const { t } = useTranslation()
  const current = useCurrentPlace()
  const link = ({ to, name, icon: Icon, badge: Badge }: Place) => (
    <Tooltip label={t(`shell.places.${name}`)} position="right" openDelay={100} disabled={!isNarrow}>
      <Link to={to} className={styles.link} onClick={onPick} activeOptions={{ exact: to !== current }}>
        <Icon size={20} aria-hidden />
        <span className={styles.word}>{t(`shell.places.${name}`)}</span>
        {Badge && (
          <span className={styles.badge}>
            <Badge />
          </span>
        )}
      </Link>
    </Tooltip>
  )
  return (
    <nav aria-label={t('shell.navigation')} className={styles.nav} data-narrow={isNarrow || undefined}>
      {usePlaces().map(group => (
        <section key={group.name} aria-labelledby={`places-${group.name}`}>
          <h2 id={`places-${group.name}`} className={styles.group} data-group={group.name}>
            {t(`shell.groups.${group.name}`)}
          </h2>
          <ul className={styles.list}>
            {group.places.map(place => (
              <li key={place.to}>{link(place)}</li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
