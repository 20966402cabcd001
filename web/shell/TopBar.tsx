import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconArrowLeft, IconMenu2, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CompanySwitcher } from '../companies/CompanySwitcher.tsx'
import { usePreference } from '../lib/preferences.ts'
import { Bell } from '../notifications/Bell.tsx'
import { useCurrentTitle } from '../ui/page/pageTitle.ts'
import { Brand } from './Brand.tsx'
import { ConnectionState } from './ConnectionState.tsx'
import { LanguageMenu } from './menus/LanguageMenu.tsx'
import { PersonMenu } from './menus/PersonMenu.tsx'
import { ThemeMenu } from './menus/ThemeMenu.tsx'
import { openPalette } from './PaletteHost.tsx'
import styles from './TopBar.module.css'

/** Wide: the name above a horizontal navigation, search, then language, theme and the person. Phones: the title or the way back, the connection and search. */
export function TopBar({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation()
  const { title, back } = useCurrentTitle()
  const isAboveNavigation = usePreference('layout') === 'horizontal'
  return (
    <header className={styles.bar}>
      {isAboveNavigation && (
        <div className={styles.brand}>
          <Brand />
          <CompanySwitcher />
        </div>
      )}
      <ActionIcon className={styles.menu} aria-label={t('shell.openNavigation')} onClick={onMenu}>
        <IconMenu2 size={22} />
      </ActionIcon>
      {back ? (
        <Link to={back.to} className={styles.title}>
          <IconArrowLeft size={20} className={styles.arrow} />
          <bdi className={styles.ellipsis}>{back.text}</bdi>
        </Link>
      ) : (
        <span className={styles.title} aria-hidden>
          <bdi className={styles.ellipsis}>{title}</bdi>
        </span>
      )}
      <UnstyledButton className={styles.search} onClick={openPalette} aria-keyshortcuts="Control+K">
        <IconSearch size={18} />
        <span className={styles.searchText}>{t('shell.goTo')}</span>
        <kbd className={styles.keys}>{t('shell.paletteKeys')}</kbd>
      </UnstyledButton>
      <div className={styles.end}>
        <ConnectionState />
        <ActionIcon className={styles.searchIcon} aria-label={t('shell.goTo')} onClick={openPalette}>
          <IconSearch size={22} />
        </ActionIcon>
        <span className={styles.wide}>
          <LanguageMenu />
          <ThemeMenu />
        </span>
        <Bell />
        <PersonMenu />
      </div>
    </header>
  )
}
