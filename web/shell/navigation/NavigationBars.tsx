import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CompanySwitcher } from '../../companies/CompanySwitcher.tsx'
import { usePreference, writePreference } from '../../lib/preferences.ts'
import { ConnectionState } from '../ConnectionState.tsx'
import { openPalette } from '../DialogHosts.tsx'
import { Brand, PersonMenu, SiteSwitcher } from '../TopBar.tsx'
import styles from './NavigationList.module.css'
import { NavigationList } from './NavigationList.tsx'

/** The vertical navigation, wide or narrow. Where the top bar is hidden, what it offers stands at the foot. */
export function SideNavigation() {
  const { t } = useTranslation()
  const isNarrow = usePreference('nav-collapsed') === 'true'
  const hasTools = usePreference('navbar') === 'hidden'
  const toggle = isNarrow ? t('shell.expand') : t('shell.collapse')
  const ToggleIcon = isNarrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <aside className={styles.side} data-part="side">
      <div className={styles.head}>
        <Brand />
        <ActionIcon
          className={styles.tool}
          aria-label={toggle}
          title={toggle}
          aria-expanded={!isNarrow}
          onClick={() => writePreference('nav-collapsed', isNarrow ? 'false' : 'true')}
        >
          <ToggleIcon size={20} className={styles.arrow} />
        </ActionIcon>
      </div>
      <CompanySwitcher isNarrow={isNarrow} />
      {hasTools && <SiteSwitcher isNarrow={isNarrow} />}
      <NavigationList isNarrow={isNarrow} />
      {hasTools && (
        <div className={styles.tools}>
          <PersonMenu />
          <ActionIcon
            className={styles.tool}
            aria-label={t('shell.goTo')}
            title={t('shell.goTo')}
            onClick={openPalette}
          >
            <IconSearch size={20} />
          </ActionIcon>
          <ConnectionState />
        </div>
      )}
    </aside>
  )
}
