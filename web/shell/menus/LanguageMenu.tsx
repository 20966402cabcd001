import { ActionIcon } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MenuButton } from '../../ui/menu/MenuButton.tsx'

const loadLanguages = () => import('./LanguageChoices.tsx').then(part => part.LanguageChoices)

/** The five languages, each by its own name. */
export function LanguageMenu() {
  const { t } = useTranslation()
  return (
    <MenuButton load={loadLanguages} menu={{}}>
      <ActionIcon aria-label={t('common.language')} title={t('common.language')}>
        <IconLanguage size={22} />
      </ActionIcon>
    </MenuButton>
  )
}
