import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Place } from '../../lib/screens.ts'
import styles from './NavigationList.module.css'
import { presence, useCurrentPlace, useMenu } from './navigation.ts'

/** Only the narrow navigation needs it. */
const NameTip = lazy(() => import('./NameTip.tsx').then(part => ({ default: part.NameTip })))

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
    <Link to={to} className={styles.link} onClick={onPick} {...presence(to, current)}>
      <Icon size={20} />
      <span className={styles.word}>{t(`shell.places.${name}`)}</span>
      {Badge && (
        <span className={styles.badge}>
          <Badge />
        </span>
      )}
    </Link>
  )
  const linkWithTip = (place: Place) => (
    <Suspense fallback={link(place)}>
      <NameTip name={t(`shell.places.${place.name}`)}>{link(place)}</NameTip>
    </Suspense>
  )
  return (
    <nav aria-label={t('shell.navigation')} className={styles.nav} data-narrow={isNarrow || undefined}>
      {useMenu().map(group => (
        <section key={group.name} aria-labelledby={`places-${group.name}`}>
          <h2 id={`places-${group.name}`} className={styles.group} data-group={group.name}>
            {t(`shell.groups.${group.name}`)}
          </h2>
          <ul className={styles.list}>
            {group.places.map(place => (
              <li key={place.to}>{isNarrow ? linkWithTip(place) : link(place)}</li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
