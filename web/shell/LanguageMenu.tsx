import { ActionIcon, Menu } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { languages, toLocale } from '#shared/lib/language.ts'
import { chooseLanguage } from './chooseLanguage.ts'

/** The five languages, each by its own name. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation()
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('common.language')} title={t('common.language')}>
          <IconLanguage size={22} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={i18n.language} onChange={value => chooseLanguage(toLocale(value))}>
          {languages.map(({ locale, name }) => (
            <Menu.RadioItem key={locale} value={locale} lang={locale} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
