import { ActionIcon, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconArrowLeft, IconDeviceDesktop, IconLanguage, IconMenu2, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePreference } from '../lib/preferences.ts'
import { homePath } from '../lib/session/entrance.ts'
import { useUser } from '../lib/session/session.ts'
import { Bell } from '../notifications/Bell.tsx'
import { lazyParts } from '../ui/lazyPart.tsx'
import { Mark } from '../ui/Mark.tsx'
import { MenuButton } from '../ui/menu/MenuButton.tsx'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import { useCurrentTitle } from '../ui/page/pageTitle.ts'
import { ConnectionState } from './ConnectionState.tsx'
import { openPalette } from './DialogHosts.tsx'
import { themes } from './menus/themes.ts'
import styles from './TopBar.module.css'

const switchers = lazyParts(() => import('./Switchers.tsx'))
export const CompanySwitcher = switchers(file => file.CompanySwitcher)
export const SiteSwitcher = switchers(file => file.SiteSwitcher)
export const SiteNotice = switchers(file => file.SiteNotice)

/** Wide: the name above a horizontal navigation, search, the site, then language, theme and the person. Phones: the title or the way back, the connection and search. */
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
      <div className={styles.site}>
        <SiteSwitcher />
      </div>
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

const loadLanguages = () => import('./menus/DisplayChoices.tsx').then(part => part.LanguageChoices)

/** The five languages, each by its own name. */
function LanguageMenu() {
  const { t } = useTranslation()
  return (
    <MenuButton load={loadLanguages} menu={{}}>
      <ActionIcon aria-label={t('common.language')} title={t('common.language')}>
        <IconLanguage size={22} />
      </ActionIcon>
    </MenuButton>
  )
}

const loadThemes = () => import('./menus/DisplayChoices.tsx').then(part => part.ThemeChoices)

/** Light, dark, or as the system has it. */
function ThemeMenu() {
  const { t } = useTranslation()
  const { colorScheme } = useMantineColorScheme()
  const Current = themes.find(({ scheme }) => scheme === colorScheme)?.icon ?? IconDeviceDesktop
  return (
    <MenuButton load={loadThemes} menu={{}}>
      <ActionIcon aria-label={t('shell.theme')} title={t('shell.theme')}>
        <Current size={22} />
      </ActionIcon>
    </MenuButton>
  )
}

const load = () => import('./menus/PersonChoices.tsx').then(part => part.PersonChoices)

/** Who is signed in, the settings of the display, and the way out. */
export function PersonMenu() {
  const { t } = useTranslation()
  const user = useUser()
  if (!user) return null
  return (
    <MenuButton load={load} menu={{ user }}>
      <UnstyledButton className={styles.person} aria-label={t('shell.person', { name: user.name })}>
        <PersonAvatar name={user.name} avatar={user.avatar} size={36} />
      </UnstyledButton>
    </MenuButton>
  )
}

/** The mark and the name; leads to the first screen. `onPick` lets an overlay close itself. */
export function Brand({ onPick }: { onPick?: () => void }) {
  return (
    <Link to={homePath} className={styles.brandBrand} activeOptions={{ exact: true }} onClick={onPick}>
      <Mark size={30} />
      <span>tend</span>
    </Link>
  )
}
