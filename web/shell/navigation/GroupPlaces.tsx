import { type MantineTransition, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MenuList } from '../../ui/menu/MenuList.tsx'
import { useOpening } from '../../ui/menu/menuState.ts'
import styles from './HorizontalNavigation.module.css'
import { type PlaceGroup, presence, useCurrentPlace } from './navigation.ts'

/** The specification's slide-y-reverse: what opens comes up from below, and goes back down. */
const slideYReverse: MantineTransition = {
  in: { opacity: 1, transform: 'translateY(0)' },
  out: { opacity: 0, transform: 'translateY(15px)' },
  transitionProperty: 'opacity, transform',
}

/** The places of a group, below its name in the horizontal navigation. */
export function GroupPlaces({ places, children }: Pick<PlaceGroup, 'places'> & { children: ReactNode }) {
  const { t } = useTranslation()
  const current = useCurrentPlace()
  return (
    <Menu
      position="bottom-start"
      offset={6}
      transitionProps={{ transition: slideYReverse, duration: 160 }}
      width={240}
      {...useOpening()}
    >
      <Menu.Target>{children}</Menu.Target>
      <MenuList>
        {places.map(({ to, name: place, icon: Icon, badge: Badge }) => (
          <Menu.Item
            key={to}
            className={styles.place}
            leftSection={<Icon size={20} />}
            rightSection={Badge && <Badge />}
            renderRoot={props => <Link {...props} to={to} {...presence(to, current)} />}
          >
            {t(`shell.places.${place}`)}
          </Menu.Item>
        ))}
      </MenuList>
    </Menu>
  )
}
