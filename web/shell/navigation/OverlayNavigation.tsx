import { Drawer, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { openSettings } from '../DialogHosts.tsx'
import { Brand, CompanySwitcher, SiteSwitcher } from '../TopBar.tsx'
import styles from './NavigationBars.module.css'
import { NavigationList } from './NavigationBars.tsx'

/** The navigation over the page, where there is no room beside it. */
export function OverlayNavigation({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const isRoomy = useMediaQuery('(min-width: 1280px)')
  return (
    <Drawer
      opened={opened && !isRoomy}
      onClose={onClose}
      title={<Brand onPick={onClose} />}
      size={288}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      attributes={{ content: { 'data-part': 'side' } }}
      classNames={{ content: styles.content, header: styles.header, body: styles.body }}
    >
      <CompanySwitcher onPick={onClose} />
      <SiteSwitcher onPick={onClose} />
      <NavigationList onPick={onClose} />
      <UnstyledButton
        className={styles.settings}
        onClick={() => {
          onClose()
          openSettings()
        }}
      >
        <IconAdjustmentsHorizontal size={20} />
        {t('shell.settings.title')}
      </UnstyledButton>
    </Drawer>
  )
}
