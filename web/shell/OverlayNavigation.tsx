import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Brand } from './Brand.tsx'
import { NavigationList } from './NavigationList.tsx'
import { OverlaySettings } from './OverlaySettings.tsx'

/** The navigation over the page, where there is no room beside it. */
export function OverlayNavigation({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={<Brand />}
      size={288}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <NavigationList onPick={onClose} />
      <OverlaySettings />
    </Drawer>
  )
}
