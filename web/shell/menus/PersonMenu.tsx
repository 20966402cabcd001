import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session/session.ts'
import { MenuButton } from '../../ui/menu/MenuButton.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import styles from './PersonMenu.module.css'

const load = () => import('./PersonChoices.tsx').then(part => part.PersonChoices)

/** Who is signed in, the settings of the display, and the way out. */
export function PersonMenu() {
  const { t } = useTranslation()
  const user = useUser()
  if (!user) return null
  return (
    <MenuButton load={load} menu={{ user }}>
      <UnstyledButton className={styles.button} aria-label={t('shell.person', { name: user.name })}>
        <PersonAvatar name={user.name} avatar={user.avatar} size={36} />
      </UnstyledButton>
    </MenuButton>
  )
}
