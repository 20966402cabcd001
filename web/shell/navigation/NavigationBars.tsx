/** The navigation: beside the page, in a row under the top bar, and at the thumb on phones. */
import { ActionIcon, UnstyledButton } from '@mantine/core'
import {
  IconChevronDown,
  IconDots,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { NavItem } from '../../lib/feature.ts'
import { usePreference, writePreference } from '../../lib/preferences.ts'
import { Tooltip } from '../../ui/floatingParts.tsx'
import { MenuButton } from '../../ui/menu/MenuButton.tsx'
import { ConnectionState } from '../ConnectionState.tsx'
import { openPalette } from '../DialogHosts.tsx'
import { Brand, CompanySwitcher, PersonMenu, SiteSwitcher } from '../TopBar.tsx'
import styles from './NavigationBars.module.css'
import { type NavGroup, presence, useBottomBarItems, useCurrentItem, useMenu } from './navigation.ts'

/** The vertical navigation, wide or narrow. Where the top bar is hidden, its actions are at the foot. */
export function SideNavigation() {
  const { t } = useTranslation()
  const isNarrow = usePreference('nav-collapsed') === 'true'
  const hasTools = usePreference('navbar') === 'hidden'
  const toggle = isNarrow ? t('shell.expand') : t('shell.collapse')
  const ToggleIcon = isNarrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <aside className={styles.side} data-part="side">
      <div className={styles.head}>
        <Brand />
        <ActionIcon
          className={styles.tool}
          aria-label={toggle}
          title={toggle}
          aria-expanded={!isNarrow}
          onClick={() => writePreference('nav-collapsed', isNarrow ? 'false' : 'true')}
        >
          <ToggleIcon size={20} className={styles.arrow} />
        </ActionIcon>
      </div>
      <CompanySwitcher isNarrow={isNarrow} />
      {hasTools && <SiteSwitcher isNarrow={isNarrow} />}
      <NavigationList isNarrow={isNarrow} />
      {hasTools && (
        <div className={styles.tools}>
          <PersonMenu />
          <ActionIcon
            className={styles.tool}
            aria-label={t('shell.goTo')}
            title={t('shell.goTo')}
            onClick={openPalette}
          >
            <IconSearch size={20} />
          </ActionIcon>
          <ConnectionState />
        </div>
      )}
    </aside>
  )
}

const tipEvents = { hover: true, focus: true, touch: false }

type ListProps = {
  /** Icons alone, with the names as tooltips. */
  isNarrow?: boolean
  /** Lets an overlay close itself. */
  onPick?: () => void
}

/** The navigation as a list of groups. Daily work comes first and needs no heading. */
export function NavigationList({ isNarrow = false, onPick }: ListProps) {
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
    <Tooltip label={t(`shell.places.${item.name}`)} position="right" openDelay={100} events={tipEvents}>
      {link(item)}
    </Tooltip>
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

const load = () => import('./GroupItems.tsx').then(part => part.GroupItems)

/** The navigation as a row of its own under the top bar: daily work as links, the other groups as menus. */
export function HorizontalNavigation() {
  const { t } = useTranslation()
  return (
    <nav className={styles.row} aria-label={t('shell.navigation')}>
      <ul className={styles.rowList}>
        {useMenu().flatMap(group =>
          group.name === 'daily'
            ? group.items.map(item => <DirectLink key={item.to} {...item} />)
            : [<GroupMenu key={group.name} {...group} />],
        )}
      </ul>
    </nav>
  )
}

function DirectLink({ to, name, icon: Icon, badge: Badge }: NavItem) {
  const { t } = useTranslation()
  const current = useCurrentItem()
  return (
    <li>
      <Link to={to} className={styles.item} {...presence(to, current)}>
        <Icon size={20} />
        {t(`shell.places.${name}`)}
        {Badge && <Badge />}
      </Link>
    </li>
  )
}

function GroupMenu({ name, items }: NavGroup) {
  const { t } = useTranslation()
  const current = useCurrentItem()
  const isHere = items.some(item => item.to === current)
  return (
    <li>
      <MenuButton load={load} menu={{ items }}>
        <UnstyledButton className={styles.item} data-here={isHere || undefined}>
          {t(`shell.groups.${name}`)}
          <IconChevronDown size={16} />
        </UnstyledButton>
      </MenuButton>
    </li>
  )
}

/** The most used items at the thumb, on phones. */
export function BottomBar({ onMore }: { onMore: () => void }) {
  const { t } = useTranslation()
  const items = useBottomBarItems()
  const current = useCurrentItem()
  return (
    <nav className={styles.bar} aria-label={t('shell.shortcuts')}>
      {items.map(({ to, name, icon: Icon, badge: Badge }) => (
        <Link key={to} to={to} className={styles.bottomBarItem} {...presence(to, current)}>
          <Icon size={24} />
          <span className={styles.barWord}>{t(`shell.places.${name}`)}</span>
          {Badge && (
            <span className={styles.barBadge}>
              <Badge />
            </span>
          )}
        </Link>
      ))}
      <UnstyledButton className={styles.bottomBarItem} onClick={onMore}>
        <IconDots size={24} />
        <span className={styles.barWord}>{t('shell.more')}</span>
      </UnstyledButton>
    </nav>
  )
}
