import { UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import styles from './HorizontalNavigation.module.css'
import { presence, useBottomBarItems, useCurrentItem } from './navigation.ts'

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
          <span className={styles.word}>{t(`shell.places.${name}`)}</span>
          {Badge && (
            <span className={styles.badge}>
              <Badge />
            </span>
          )}
        </Link>
      ))}
      <UnstyledButton className={styles.bottomBarItem} onClick={onMore}>
        <IconDots size={24} />
        <span className={styles.word}>{t('shell.more')}</span>
      </UnstyledButton>
    </nav>
  )
}
