import { type MantineTransition, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MenuList } from '../../ui/menu/MenuList.tsx'
import { useOpening } from '../../ui/menu/menuState.ts'
import styles from './NavigationBars.module.css'
import { type NavGroup, presence, useCurrentItem } from './navigation.ts'

/** The specification's slide-y-reverse: what opens comes up from below, and goes back down. */
const slideYReverse: MantineTransition = {
  in: { opacity: 1, transform: 'translateY(0)' },
  out: { opacity: 0, transform: 'translateY(15px)' },
  transitionProperty: 'opacity, transform',
}

/** The items of a group, below its name in the horizontal navigation. */
export function GroupItems({ items, children }: Pick<NavGroup, 'items'> & { children: ReactNode }) {
  const { t } = useTranslation()
  const current = useCurrentItem()
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
        {items.map(({ to, name: item, icon: Icon, badge: Badge }) => (
          <Menu.Item
            key={to}
            className={styles.place}
            leftSection={<Icon size={20} />}
            rightSection={Badge && <Badge />}
            renderRoot={props => <Link {...props} to={to} {...presence(to, current)} />}
          >
            {t(`shell.places.${item}`)}
          </Menu.Item>
        ))}
      </MenuList>
    </Menu>
  )
}
