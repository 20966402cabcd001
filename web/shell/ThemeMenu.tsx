import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

const themes = [
  { scheme: 'light', icon: IconSun },
  { scheme: 'dark', icon: IconMoon },
  { scheme: 'auto', icon: IconDeviceDesktop },
] as const

/** Light, dark, or as the system has it. */
export function ThemeMenu() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Current = themes.find(({ scheme }) => scheme === colorScheme)?.icon ?? IconDeviceDesktop
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('shell.theme')} title={t('shell.theme')}>
          <Current size={22} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={colorScheme} onChange={value => setColorScheme(value as MantineColorScheme)}>
          {themes.map(({ scheme, icon: Icon }) => (
            <Menu.RadioItem key={scheme} value={scheme} closeMenuOnClick rightSection={<Icon size={18} aria-hidden />}>
              {t(`shell.themes.${scheme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
