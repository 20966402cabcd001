import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { NavItem } from '../../lib/feature.ts'
import styles from './NavigationList.module.css'
import { presence, useCurrentItem, useMenu } from './navigation.ts'

/** Only the narrow navigation needs it. */
const Tooltip = lazy(() => import('../../ui/floating.ts').then(part => ({ default: part.Tooltip })))
const tipEvents = { hover: true, focus: true, touch: false }

type Props = {
  /** Icons alone, with the names as tooltips. */
  isNarrow?: boolean
  /** Lets an overlay close itself. */
  onPick?: () => void
}

/** The navigation as a list of groups. What is done every day comes first and needs no heading. */
export function NavigationList({ isNarrow = false, onPick }: Props) {
  const { t } = useTranslation()
  const current = useCurrentItem()
  const link = ({ to, name, icon: Icon, badge: Badge }: NavItem) => (
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
  const linkWithTip = (item: NavItem) => (
    <Suspense fallback={link(item)}>
      <Tooltip label={t(`shell.places.${item.name}`)} position="right" openDelay={100} events={tipEvents}>
        {link(item)}
      </Tooltip>
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
            {group.items.map(item => (
              <li key={item.to}>{isNarrow ? linkWithTip(item) : link(item)}</li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
