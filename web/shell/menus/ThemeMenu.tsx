import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MenuButton } from '../../ui/menu/MenuButton.tsx'
import { themes } from './themes.ts'

const loadThemes = () => import('./ThemeChoices.tsx').then(part => part.ThemeChoices)

/** Light, dark, or as the system has it. */
export function ThemeMenu() {
  const { t } = useTranslation()
  const { colorScheme } = useMantineColorScheme()
  const Current = themes.find(({ scheme }) => scheme === colorScheme)?.icon ?? IconDeviceDesktop
  return (
    <MenuButton load={loadThemes} menu={{}}>
      <ActionIcon aria-label={t('shell.theme')} title={t('shell.theme')}>
        <Current size={22} />
      </ActionIcon>
    </MenuButton>
  )
}
