import { Menu, Text } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconBuilding, IconHelp, IconLogout, IconUser, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAbility } from '../../lib/ability.tsx'
import { canResumeSession, lockDevice } from '../../lib/session/lockDevice.ts'
import { logout, type SessionUser } from '../../lib/session/session.ts'
import { MenuList } from '../../ui/menu/MenuList.tsx'
import { useOpening } from '../../ui/menu/menuState.ts'
import { openHelp, openSettings } from '../DialogHosts.tsx'
import styles from '../TopBar.module.css'

export function PersonChoices({ user, children }: { user: SessionUser; children: ReactNode }) {
  const { t } = useTranslation()
  const can = useAbility()
  const [canHandOver, setCanHandOver] = useState(false)
  useEffect(() => void canResumeSession(user.id).then(setCanHandOver), [user.id])
  return (
    <Menu width={260} {...useOpening()}>
      <Menu.Target>{children}</Menu.Target>
      <MenuList>
        <div className={styles.personChoicesPerson}>
          <Text fw={600} truncate>
            <bdi>{user.name}</bdi>
          </Text>
          <Text size="sm" c="dimmed" truncate>
            <bdi>{user.email ?? user.user_name}</bdi>
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={20} />}>
          {t('shell.profile')}
        </Menu.Item>
        {user.company_id !== null && can('read', 'Company') && (
          <Menu.Item component={Link} to="/company" leftSection={<IconBuilding size={20} />}>
            {t('shell.places.company')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconAdjustmentsHorizontal size={20} />} onClick={openSettings}>
          {t('shell.settings.title')}
        </Menu.Item>
        <Menu.Item leftSection={<IconHelp size={20} />} onClick={openHelp}>
          {t('help.title')}
        </Menu.Item>
        <Menu.Divider />
        {canHandOver && (
          <Menu.Item leftSection={<IconUsers size={20} />} onClick={lockDevice}>
            {t('shell.handOver')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={20} />} onClick={logout}>
          {t('shell.logout')}
        </Menu.Item>
      </MenuList>
    </Menu>
  )
}
