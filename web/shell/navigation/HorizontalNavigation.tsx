import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { NavItem } from '../../lib/feature.ts'
import { MenuButton } from '../../ui/menu/MenuButton.tsx'
import styles from './HorizontalNavigation.module.css'
import { type NavGroup, presence, useCurrentItem, useMenu } from './navigation.ts'

const load = () => import('./GroupItems.tsx').then(part => part.GroupItems)

/** The navigation as a row of its own under the top bar: what is done every day as links, the other groups as menus. */
export function HorizontalNavigation() {
  const { t } = useTranslation()
  return (
    <nav className={styles.row} aria-label={t('shell.navigation')}>
      <ul className={styles.list}>
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
