import { Menu, Text, UnstyledButton } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconLogout, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { logout, useUser } from '../lib/session.ts'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import styles from './PersonMenu.module.css'
import { openSettings } from './SettingsHost.tsx'

/** Who is signed in, the settings of the display, and the way out. */
export function PersonMenu() {
  const { t } = useTranslation()
  const user = useUser()
  if (!user) return null
  return (
    <Menu width={260}>
      <Menu.Target>
        <UnstyledButton className={styles.button} aria-label={t('shell.person', { name: user.name })}>
          <PersonAvatar name={user.name} avatar={user.avatar} size={36} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.person}>
          <Text fw={600} truncate>
            {user.name}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {user.email ?? user.user_name}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={20} />}>
          {t('shell.profile')}
        </Menu.Item>
        <Menu.Item leftSection={<IconAdjustmentsHorizontal size={20} />} onClick={openSettings}>
          {t('shell.settings.title')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={20} />} onClick={logout}>
          {t('shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
