import { type MantineTransition, Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import styles from './HorizontalNavigation.module.css'
import { type Place, type PlaceGroup, useCurrentPlace, usePlaces } from './navigation.ts'

/** The specification's slide-y-reverse: what opens comes up from below, and goes back down. */
const slideYReverse: MantineTransition = {
  in: { opacity: 1, transform: 'translateY(0)' },
  out: { opacity: 0, transform: 'translateY(15px)' },
  transitionProperty: 'opacity, transform',
}

/** The navigation as a row of its own under the top bar: what is done every day as links, the other groups as menus. */
export function HorizontalNavigation() {
  const { t } = useTranslation()
  return (
    <nav className={styles.row} aria-label={t('shell.navigation')}>
      <ul className={styles.list}>
        {usePlaces().flatMap(group =>
          group.name === 'daily'
            ? group.places.map(place => <DirectLink key={place.to} {...place} />)
            : [<GroupMenu key={group.name} {...group} />],
        )}
      </ul>
    </nav>
  )
}

function DirectLink({ to, name, icon: Icon, badge: Badge }: Place) {
  const { t } = useTranslation()
  const current = useCurrentPlace()
  return (
    <li>
      <Link to={to} className={styles.item} activeOptions={{ exact: to !== current }}>
        <Icon size={20} aria-hidden />
        {t(`shell.places.${name}`)}
        {Badge && <Badge />}
      </Link>
    </li>
  )
}

function GroupMenu({ name, places }: PlaceGroup) {
  const { t } = useTranslation()
  const current = useCurrentPlace()
  const isHere = places.some(place => place.to === current)
  return (
    <li>
      <Menu
        position="bottom-start"
        offset={6}
        transitionProps={{ transition: slideYReverse, duration: 160 }}
        width={240}
      >
        <Menu.Target>
          <UnstyledButton className={styles.item} data-here={isHere || undefined}>
            {t(`shell.groups.${name}`)}
            <IconChevronDown size={16} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {places.map(({ to, name: place, icon: Icon, badge: Badge }) => (
            <Menu.Item
              key={to}
              className={styles.place}
              leftSection={<Icon size={20} aria-hidden />}
              rightSection={Badge && <Badge />}
              renderRoot={props => <Link {...props} to={to} activeOptions={{ exact: to !== current }} />}
            >
              {t(`shell.places.${place}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
