import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Locale, languageIdOf, languages, toLocale } from '#shared/lib/language.ts'
import { chooseLocale } from '../../lib/i18n.ts'
import { updateUser } from '../../lib/session/session.ts'
import { MenuList } from '../../ui/menu/MenuList.tsx'
import { useOpening } from '../../ui/menu/menuState.ts'
import { themes } from './themes.ts'

export function LanguageChoices({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  return (
    <Menu {...useOpening()}>
      <Menu.Target>{children}</Menu.Target>
      <MenuList>
        <Menu.RadioGroup value={i18n.language} onChange={value => chooseLanguage(toLocale(value))}>
          {languages.map(({ locale, name }) => (
            <Menu.RadioItem key={locale} value={locale} lang={locale} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </MenuList>
    </Menu>
  )
}

/** The choice takes effect at once here, and is the language of the person's mails and PDFs from then on. */
export async function chooseLanguage(locale: Locale) {
  if (await chooseLocale(locale)) await updateUser({ language_id: languageIdOf(locale) }).catch(() => undefined)
}

export function ThemeChoices({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu {...useOpening()}>
      <Menu.Target>{children}</Menu.Target>
      <MenuList>
        <Menu.RadioGroup value={colorScheme} onChange={value => setColorScheme(value as MantineColorScheme)}>
          {themes.map(({ scheme, icon: Icon }) => (
            <Menu.RadioItem key={scheme} value={scheme} closeMenuOnClick rightSection={<Icon size={18} />}>
              {t(`shell.themes.${scheme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </MenuList>
    </Menu>
  )
}
