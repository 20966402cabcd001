import { Button } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Notice } from '#shared/notifications/contract.ts'
import { MenuButton } from '../../ui/menu/MenuButton.tsx'

const load = () => import('./MuteChoices.tsx').then(part => part.MuteChoices)

/** Hears nothing more of a thing, or of whose doing it is, for a while or for good. */
export function MuteButton({ notice }: { notice: Notice }) {
  const { t } = useTranslation()
  return (
    <MenuButton load={load} menu={{ notice }}>
      <Button variant="subtle" color="gray" size="sm" leftSection={<IconBellOff size={16} />}>
        {t('notices.mute')}
      </Button>
    </MenuButton>
  )
}
