import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, toLocale } from '#shared/lib/language.ts'
import { MenuList } from '../../ui/menu/MenuList.tsx'
import { useOpening } from '../../ui/menu/menuState.ts'
import { chooseLanguage } from '../settings/chooseLanguage.ts'

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
