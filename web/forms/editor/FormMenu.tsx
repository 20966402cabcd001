import { Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MenuButton } from '../../ui/menu/MenuButton.tsx'
import type { FormActions } from './FormChoices.tsx'

const load = () => import('./FormChoices.tsx').then(part => part.FormChoices)

/** What one does with a form now and then. */
export function FormMenu(actions: FormActions) {
  const { t } = useTranslation()
  return (
    <MenuButton load={load} menu={actions}>
      <Button variant="default" leftSection={<IconDots size={20} />}>
        {t('formEditor.more')}
      </Button>
    </MenuButton>
  )
}
